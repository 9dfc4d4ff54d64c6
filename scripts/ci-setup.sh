#!/usr/bin/env bash
# Installs what the sandbox's tests need beside Node and perl: sudo. Where it cannot be had, the tests
# that need it say so on the terminal and are reported as not tried.
set -uo pipefail
command -v sudo >/dev/null && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "ci-setup: sudo is not installed and cannot be: the tests through sudo will not be tried" >&2
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
timeout 120 apt-get install -y --no-install-recommends sudo >/dev/null 2>&1 ||
  { timeout 120 apt-get update >/dev/null 2>&1 && timeout 120 apt-get install -y --no-install-recommends sudo >/dev/null 2>&1; } ||
  echo "ci-setup: sudo could not be installed: the tests through sudo will not be tried" >&2
exit 0
