import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { answer } from '../src/cli/answer.js';
import { textOf } from '../src/cli/text.js';
import { NOW } from './support/coins.js';
import { flows } from './support/flows.js';
import { planFlows } from './support/plan-flows.js';
import { questionOf } from './support/question.js';
import { vaultFlows } from './support/vault-flows.js';

const COMMAND = fileURLToPath(new URL('../src/cli/weir-verify.ts', import.meta.url));

/** Runs the command with a text on its standard input. */
const run = async (input: string, ...args: readonly string[]) => {
  const node = ['--conditions=@weir/source', '--import', 'tsx', COMMAND, ...args];
  const child = spawn(process.execPath, node, { stdio: 'pipe' });
  child.stdin.end(input);
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  return { out, error, code };
};

const deposit = vaultFlows().find(({ name }) => name === 'vault: deposit');
if (deposit === undefined) throw new Error('There is a deposit');

describe('weir-verify', () => {
  it('prints sentences and a table, and exits by its verdict', async () => {
    const [asAsked, read, differs, none, usage] = await Promise.all([
      run(questionOf(deposit)),
      run(questionOf(deposit, { asked: undefined }), '-'),
      run(questionOf(deposit, { asked: [] })),
      run('{}', '/does/not/exist.json'),
      run('', '--all'),
    ]);
    expect([asAsked, read, differs, none, usage].map(({ code }) => code)).toEqual([0, 3, 1, 2, 2]);
    expect(asAsked.out).toMatch(
      /^Pays 0\.0009 BCH to bitcoincash:p\w+\.\n\n {2}Recipient +\S+\n {2}Paid to the recipient +0\.0009 BCH\n {2}Network fee +0\.0000\d+ BCH\n/,
    );
    expect(asAsked.out).toContain('It does what you asked for, and nothing else.');
    expect(differs.error).toMatch(/^Do not sign\. .* \(UNEXPECTED_OUTPUT\)\n$/);
    expect(none.error).toContain('/does/not/exist.json');
    expect(usage.error).toContain('Usage');
  });

  it('dates by the clock of the device, unless the question names a time or the chain has its own', () => {
    const claim = planFlows('VESTING_BCH').find(({ name }) => name.endsWith(': PAY'));
    if (claim === undefined) throw new Error('There is a claim');
    const verdict = (now: bigint, change: object) => answer(questionOf(claim, change), now).verdict;
    expect(verdict(NOW, { time: undefined })).toBe('AS_ASKED');
    expect(verdict(NOW - 86_400n, { time: undefined })).toBe('DIFFERS');
    expect(verdict(NOW, { time: Number(NOW - 86_400n) })).toBe('DIFFERS');
    expect(verdict(NOW - 86_400n, {})).toBe('AS_ASKED');
  });

  it('says what a question lacks where coins of nobody known are spent', () => {
    const claim = flows().find(({ asked: { effects } }) => effects.some(({ kind }) => kind === 'CLAIMS_AIRDROP'));
    if (claim === undefined) throw new Error('There is a claim');
    const given = answer(questionOf(claim, { fundings: [] }), NOW);
    expect(given.verdict).toBe('DIFFERS');
    expect('message' in given && given.message).toMatch(/\(UNEXPECTED_INPUT\)\. .*need "fundings"$/);
  });

  it('refuses a field of an effect that it does not know', () => {
    const [effect] = deposit.asked.effects;
    const given = answer(questionOf(deposit, { asked: [{ ...effect, memo: 'rent' }] }), NOW);
    expect(JSON.stringify(given)).toMatch(/^{"verdict":"DIFFERS".*memo is none, not/);
  });

  it('answers the example of the README as it says there', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const [, question = ''] = /```json\n(.*?)```/s.exec(readme) ?? [];
    const [, printed = ''] = /```text\n(.*?)```/s.exec(readme) ?? [];
    expect(`${textOf(answer(question, NOW))}\n`).toBe(printed);
  });

  it.each([
    ['nonsense', 'This is not JSON'],
    ['[]', 'The question must be an object'],
    ['{"network":"moon"}', 'network must be one of'],
    ['{}', 'wcTransaction is missing'],
    ['{"success":true,"wcTransaction":{}}', 'the whole answer of the service'],
    ['{"success":false,"message":"The lock is not funded"}', 'The lock is not funded'],
    [questionOf(deposit, { wcTransaction: null }), 'wcTransaction is null'],
    [questionOf(deposit, { addresses: undefined }), 'addresses is missing'],
    [questionOf(deposit, { addresses: 'bitcoincash:q' }), 'addresses must be a list'],
    [questionOf(deposit, { addresses: ['bitcoincash:q'] }), 'addresses[0] is not an address of mainnet'],
    [questionOf(deposit, { fundings: ['x'] }), 'fundings[0] must be hex'],
    [questionOf(deposit, { fundings: [''] }), 'fundings[0] must be hex'],
    [questionOf(deposit, { fundings: ['ab'.repeat(32)] }), 'fundings[0] is a hash'],
    [questionOf(deposit, { aksed: [] }), 'The question.aksed is not known'],
    [questionOf(deposit, { asked: { effects: [], feerate: 1 } }), 'asked.feerate is not known'],
    [questionOf(deposit, { time: 'now' }), 'time must be a whole number'],
    [questionOf(deposit, { wcTransaction: {} }), 'wcTransaction.transaction must be hex'],
    [questionOf(deposit, { asked: [{ kind: 'GIVES' }] }), 'asked.effects[0].kind must be one of'],
    [questionOf(deposit, { asked: [{ kind: 'PAYS', amount: '1' }] }), 'asked.effects[0].to is missing'],
    [
      questionOf(deposit, { asked: [{ kind: 'PAYS', to: 'x', amount: '0.1' }] }),
      'asked.effects[0].amount must be a whole',
    ],
    [questionOf(deposit, { asked: [{ kind: 'OPENS_STREAMS', sender: 'x', streams: [{}] }] }), 'recipient is missing'],
  ])('names what is wrong of a question: %#', (question, message) => {
    const given = answer(question, NOW);
    expect(given.verdict).toBe('NO_QUESTION');
    expect('message' in given && given.message).toContain(message);
  });
});
