"""Games with ordinary pipped dice: *Ten Thousand*, also called Farkle.

Imports nothing but `rules.core`. The rules in words are in docs/ten-thousand.md, the numbers in
variants.toml; what a throw is worth is worked out in `scoring`, whose turn it is in `turn`.
"""
