/// Of the command, as `replant --version` tells it (semantic versioning).
let version = "0.1.0"
