import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launchBrowser } from '@weir/testing/browser';
import { questionOf } from './support/question.js';
import { vaultFlows } from './support/vault-flows.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILD = fileURLToPath(new URL('../scripts/build-page.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-page-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const deposit = vaultFlows().find(({ name }) => name === 'vault: deposit');
if (deposit === undefined) throw new Error('There is a deposit');

describe('the page', () => {
  it('answers from disk, and reaches nothing', async () => {
    const file = join(folder, 'weir-verify.html');
    await promisify(execFile)(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', BUILD, file]);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      const check = async (question: string): Promise<string> => {
        await page.fill('#question', question);
        await page.click('#check');
        return page.locator('#result').innerText();
      };
      const given = await check(questionOf(deposit));
      expect(given).toContain('It does what you asked for, and nothing else.');
      expect(given).toMatch(/Pays 0\.0009 BCH to bitcoincash:p\w+\./);
      expect(await check(questionOf(deposit, { asked: [] }))).toMatch(/^Do not sign\./);
      expect(await check('nothing')).toMatch(/^Nothing was checked\./);

      const question = join(folder, 'question.json');
      await writeFile(question, questionOf(deposit, { asked: undefined }));
      await page.setInputFiles('#file', question);
      await page.locator('.READ').waitFor();
      // Built in another folder it has the same bytes: it names none.
      expect(await readFile(file, 'utf8')).not.toContain(ROOT);
      // Nothing but the page itself, and its policy lets its own script ask for nothing.
      expect(asked).toEqual([pathToFileURL(file).href]);
      const refused = 'fetch("https://example.org").then(() => "sent", () => "refused")';
      expect(await page.evaluate(refused)).toBe('refused');
      expect(await page.locator('meta[http-equiv]').getAttribute('content')).toMatch(
        /^default-src 'none'; script-src 'sha256-/,
      );
    } finally {
      await browser.close();
    }
  });
});
