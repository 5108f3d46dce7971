"""Pure numerics of the ratings (DESIGN §6): plain values in, plain values out. Knows neither ORM nor clock."""
