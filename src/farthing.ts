#!/usr/bin/env node
import { currentRuntime, unsupportedReason } from './platform/lib/supported-runtime.js';

// Nothing else is loaded before this check: other modules would fail with errors that explain nothing.
const reason = unsupportedReason(currentRuntime());
if (reason === undefined) {
  await import('./main.js');
} else {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
