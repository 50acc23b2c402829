"""From pixels to millimetres: mats, lens, registration, exposure and colour lock, profiles.

Works on plain images (numpy arrays), so that it needs no camera; nothing here captures frames,
reads dice or knows a rule. Start at `mats.mat`, `drawing.draw` and `registration.register`.
"""
