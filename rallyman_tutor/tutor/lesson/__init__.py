"""Lessons: their files and how they are proven, the kinds of their steps, and a learner who sits at one."""
