"""The shape of answers: for each resource what the OpenAPI says of it, and beside it the function that writes it.

Serializers describe only. Rows are written by plain functions, field by field: several times faster, and nothing gets
out because a model got a column. A test holds the two together.
"""
