"""Teaching: rules, drafts and events in the learner's words."""
