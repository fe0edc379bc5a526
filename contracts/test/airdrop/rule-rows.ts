import type { AirdropAssetType } from '../../src/index.js';
import { append, changeOutput } from '../attacks/mutations.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo } from '../support/coins.js';
import { approve, outsider } from '../support/parties.js';
import { SEQUENCE_PLAIN } from '../support/transaction.js';
import { END, FIRST_TIME } from './campaign.js';
import { proofAttacks, type Row } from './claim-attacks.js';
import { closingAttacks } from './closing-attacks.js';
import { draftClose, withArguments } from './drafting.js';
import type { Form } from './honest-spends.js';
import { type ClosingScene, type Kind, sceneOf } from './scenes.js';

/** Closes of a key's campaign that are refused. */
const closesOfKey = ({ campaign, open: [lane, other] }: ClosingScene): readonly Row[] => {
  const close = draftClose(campaign, lane, 'message');
  const held = lane.companion?.output.token?.amount;
  const token = { category: named32('category: of the outsider'), amount: held ?? 1n };
  const coin = coinNamed('as many tokens', { ...payTo(outsider, 1_000n), token });
  const rows: readonly Row[] = [
    ['a close a second too early', draftClose(campaign, lane, 'message', Number(END) - 1)],
    ['a close at the earliest time', draftClose(campaign, lane, 'transaction', Number(FIRST_TIME))],
    ['a close by nobody while there are claims left', draftClose(campaign, lane, 'nobody')],
    [
      'a close by the outsider’s message',
      withArguments(close, () => [outsider.publicKey, new Uint8Array(), approve(outsider, campaign.message)]),
    ],
    ['a close with an output of the outsider’s', append(close, payTo(outsider, 0n))],
    [
      'a second lane’s state behind a close, its tokens left alone',
      { ...close, inputs: [...close.inputs, at(draftClose(campaign, other, 'message').inputs, 0)] },
    ],
  ];
  if (held === undefined) return rows;
  return [
    ...rows,
    [
      'as many tokens of the outsider’s for the creator, those of the lane burned',
      {
        ...changeOutput(close, 0, (output) => ({ ...output, token })),
        inputs: [...close.inputs, { coin, sequence: SEQUENCE_PLAIN, unlocking: { kind: 'key', owner: outsider } }],
      },
    ],
  ];
};

/** What a campaign must refuse, for single rules that the tables do not try. */
export const ruleRows = (kind: Kind, asset: AirdropAssetType, form: Form = {}): readonly Row[] => {
  const scene = sceneOf(kind, asset, form);
  const closes = form.owner === undefined ? closesOfKey(scene) : closingAttacks(scene);
  return [...proofAttacks(kind, asset, form), ...closes];
};
