import type { Output } from '@bitauth/libauth';
import type { HonestSpend } from '../support/attack-suite.js';
import { at, replaced } from '../support/bytes.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';

export const changeOutput = (draft: Draft, index: number, change: (output: Output) => Output): Draft => ({
  ...draft,
  outputs: replaced(draft.outputs, index, change),
});

export const changeInput = (draft: Draft, index: number, change: (input: DraftInput) => DraftInput): Draft => ({
  ...draft,
  inputs: replaced(draft.inputs, index, change),
});

export const changeValue = (draft: Draft, index: number, by: bigint): Draft =>
  changeOutput(draft, index, (output) => ({ ...output, valueSatoshis: output.valueSatoshis + by }));

/** More or fewer tokens of the category that an output carries. */
export const changeAmount = (draft: Draft, index: number, by: bigint): Draft =>
  changeOutput(draft, index, (output) =>
    output.token === undefined ? output : { ...output, token: { ...output.token, amount: output.token.amount + by } },
  );

export const append = (draft: Draft, ...outputs: readonly Output[]): Draft => ({
  ...draft,
  outputs: [...draft.outputs, ...outputs],
});

/** An output without what it carries. */
export const withoutToken = ({ lockingBytecode, valueSatoshis }: Output): Output => ({
  lockingBytecode,
  valueSatoshis,
});

/** The covenant's input with other arguments; also those of every stray of a sweep. */
export const changeArguments = (draft: Draft, change: (args: readonly Argument[]) => readonly Argument[]): Draft => ({
  ...draft,
  inputs: draft.inputs.map((input) => {
    const { unlocking } = input;
    if (unlocking.kind !== 'call' || unlocking.args.length === 0) return input;
    return { ...input, unlocking: { ...unlocking, args: change(unlocking.args) } };
  }),
});

/** The input of the state. */
export const spentAt = ({ places }: HonestSpend): number => places.spent ?? 0;

/** More or less in the output that has the slack, said by its state as a correct spender would. */
export const changeSlack = (spend: HonestSpend, draft: Draft, by: bigint): Draft =>
  spend.revalue === undefined ? changeValue(draft, spend.slackOutput, by) : spend.revalue(draft, by);

/** The state output of a path that continues. */
export const stateOf = ({ draft, places }: HonestSpend): Output => at(draft.outputs, places.state ?? 0);

export const continues = ({ places }: HonestSpend): boolean => places.state !== undefined;
export const ends = ({ places, stateless }: HonestSpend): boolean => places.state === undefined && !stateless;
export const touchesState = ({ stateless }: HonestSpend): boolean => !stateless;
export const isPair = ({ places }: HonestSpend): boolean => places.companion !== undefined;
export const isSigned = ({ signer }: HonestSpend): boolean => signer !== undefined;
/** Keyless, with empty slots for a key and a signature. */
export const hasEmptySlots = ({ draft, signer }: HonestSpend): boolean =>
  signer === undefined && draft.inputs.some(({ unlocking }) => unlocking.kind === 'call' && unlocking.args.length > 0);
