"""One game in the lab: its edge and chart under any rules, the effect of each rule, any hand."""
