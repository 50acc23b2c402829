"""From a frame to what lies on the table: gate, detect, read faces, identify, observe.

Nothing here knows a rule: legality must never correct a face that was rolled.
"""
