/** `npm run verify:page [-- file]`: writes a page (by default dist/weir-verify.html) that works from disk and has no way to the network. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const { outputFiles } = await build({
  entryPoints: [at('../page/page.ts')],
  // Names in the bundle must not depend on where the repository lies.
  absWorkingDir: at('../../../'),
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  target: 'es2022',
  conditions: ['@weir/source'],
});
// An end tag within a text would end the script.
const script = (outputFiles[0]?.text ?? '').replaceAll('</script', String.raw`<\/script`);
const style = await readFile(at('../page/page.css'), 'utf8');
const policy = [
  "default-src 'none'",
  `script-src ${sourceOf(script)} 'wasm-unsafe-eval'`,
  `style-src ${sourceOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Weir: what would this transaction do?</title>
<style>${style}</style>
<h1>What would this transaction do?</h1>
<p>This page works without a network, and its policy forbids connections. Give it what a service asks your wallet to
sign, your addresses, and what you asked for, as JSON.</p>
<label for="question">Question</label>
<textarea id="question" spellcheck="false"></textarea>
<button id="check">Check</button>
<label>or a file: <input id="file" type="file" accept=".json,application/json"></label>
<section id="result" aria-live="polite"></section>
<script type="module">${script}</script>
</html>
`;
const [target = 'dist/weir-verify.html'] = process.argv.slice(2);
await mkdir(dirname(target), { recursive: true });
await writeFile(target, html);
console.log(target);
