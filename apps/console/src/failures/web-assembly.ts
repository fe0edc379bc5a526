import { msg } from '../language/text.js';

/** What the page says where the browser runs no WebAssembly. */
export const WITHOUT_WEB_ASSEMBLY = {
  title: msg('WebAssembly is turned off in this browser'),
  meaning: msg('It checks each transaction before you sign. You can read everything without it.'),
  next: msg(
    'Allow it for this site or use another browser. In Firefox it is javascript.options.wasm in about:config; in Safari, turn off Lockdown Mode for this site.',
  ),
} as const;

/** Returns whether an error, or what caused it, is that the browser has no WebAssembly, or may not run any. */
export const lacksWebAssembly = (error: unknown): boolean =>
  error instanceof Error && (/webassembly|\bwasm\b/i.test(error.message) || lacksWebAssembly(error.cause));
