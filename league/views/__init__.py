"""Pages. A view asks the policy, calls selectors or one service, and chooses words; it holds no rules."""
