"""Fair dice: chance from a seed that nobody chose alone; docs/fairness.md has every byte of it."""
