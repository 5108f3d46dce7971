"""The verbs: every change of a fact happens in one of these modules, in one transaction, after one policy check."""
