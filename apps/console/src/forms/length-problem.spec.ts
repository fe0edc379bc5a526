import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '@weir/kinds';
import { newAirdrop, readAirdropDraft } from '../airdrops/airdrop-draft.js';
import { newLockDraft, readLockDraft } from '../locks/lock-draft.js';
import { newPaymentDraft, readPaymentDraft } from '../payments/payment-draft.js';
import { newPlanDraft, readPlanDraft } from '../plans/plan-draft.js';
import { newDraft, readDraft } from '../streams/stream-draft.js';
import { newVaultDraft, readVaultDraft } from '../vaults/vault-draft.js';
import { lengthProblem } from './length-problem.js';

const NOW = 1_800_000_000;
const long = (most: number): string => 'x'.repeat(most + 1);

describe('lengthProblem', () => {
  it('accepts a text of the limit, without the blanks around it', () =>
    expect(lengthProblem(` ${'x'.repeat(MAX_NAME_LENGTH)} `, MAX_NAME_LENGTH)).toBeUndefined());
  it('says the limit and the length of a longer text', () =>
    expect(lengthProblem(long(MAX_NAME_LENGTH), MAX_NAME_LENGTH)).toBe('At most 200 characters, and these are 201'));
});

it.each([
  ['stream', readDraft({ ...newDraft(NOW), description: long(MAX_DESCRIPTION_LENGTH) }), 'description'],
  ['lock', readLockDraft({ ...newLockDraft(NOW), description: long(MAX_DESCRIPTION_LENGTH) }), 'description'],
  ['payment', readPaymentDraft({ ...newPaymentDraft(NOW), recipientName: long(MAX_NAME_LENGTH) }), 'recipientName'],
  ['airdrop', readAirdropDraft({ ...newAirdrop(NOW), title: long(MAX_NAME_LENGTH) }, undefined), 'title'],
  ['treasury', readVaultDraft({ ...newVaultDraft(), name: long(MAX_NAME_LENGTH) }), 'name'],
])('the form of a %s refuses a longer text than the service takes', (_, read, field) =>
  expect(read).toMatchObject({ problems: { [field]: expect.stringContaining('At most') as string } }),
);

it('the form of a plan refuses longer texts than the service takes', () => {
  const draft = newPlanDraft(NOW);
  const [row] = draft.rows;
  const rows = [{ ...row, recipient: 'x', amount: '1', label: long(MAX_NAME_LENGTH) }];
  const read = readPlanDraft({ ...draft, rows, description: long(MAX_DESCRIPTION_LENGTH) });
  expect(read).toMatchObject({
    problems: {
      head: { description: expect.stringContaining('At most') as string },
      rows: [{ label: expect.stringContaining('At most') as string }],
    },
  });
});
