"""Make the parts that pages of matches and leagues share: tables and curves (`html`), and replays as pictures."""
