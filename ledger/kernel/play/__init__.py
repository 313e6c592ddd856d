"""What happens at a table: commands are decided, chance falls, groups of events come out."""
