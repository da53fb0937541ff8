"""The office: the people, papers and money behind the tables, as pure values and decisions."""
