"""Color Elevator: docs/rules/color_elevator.md, clause by clause. `game` is the way in."""
