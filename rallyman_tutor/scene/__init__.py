"""Pictures as data: shapes, colours by name, finding what was pointed at, and painting as SVG."""
