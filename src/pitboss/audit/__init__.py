"""Reports of the floor: pure functions of what the journal says.

- `facts`: entries become facts, one pass, a bounded amount of memory
- `interval`: the time that a report is about, and the gambling days in it
- `sheet`: the rows of a report, with what each column means
- `render`: a sheet as JSON, CSV, HTML, PDF, Markdown and text
- `expectations`: what each wager of a table is expected to win, exactly
- `reports`: the reports, by what they are about
- `catalogue`: the table of all reports, which commands, routes, pages and tests read

Nothing here reads a clock, a file or a database: entries, time and checkpoints are handed in.
"""
