import { bigIntToVmNumber, secp256k1, sha256 } from '@bitauth/libauth';
import { append, changeOutput } from '../attacks/mutations.js';
import { payTo, purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { approve, closingHash, outsider, recipient } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import { creator, END, messageOf } from './campaign.js';
import { draftClose, withArguments } from './drafting.js';
import { KINDS, sceneOf } from './scenes.js';
import { TIP } from './spends.js';

const EMPTY = new Uint8Array();
const LATE = Number(END);

const schnorr = (text: string): Uint8Array => {
  const signature = secp256k1.signMessageHashSchnorr(creator.privateKey, sha256.hash(closingHash(text)));
  if (typeof signature === 'string') throw new Error(signature);
  return signature;
};

/** A close with these arguments in place of its own. */
const withClosing = (draft: Draft, ...args: readonly Argument[]): Draft => withArguments(draft, () => args);

const refused = (draft: Draft) => expect(judge(draft, TIP)).toMatchObject({ accepted: false, by: 'script' });
const accepted = (draft: Draft) => expect(judge(draft, TIP)).toMatchObject({ accepted: true });

describe.each(KINDS)('the end of a %s in %s', (kind, asset) => {
  const { campaign, open, done } = sceneOf(kind, asset);
  const [lane, other] = open;
  const byMessage = draftClose(campaign, lane, 'message');
  const bySignature = draftClose(campaign, lane, 'transaction');

  it('one signed message closes every lane, sent by anyone', () => {
    for (const each of [...open, done]) accepted(draftClose(campaign, each, 'message'));
  });

  it("the creator's signature of a transaction closes its lane", () => {
    for (const each of [...open, done]) accepted(draftClose(campaign, each, 'transaction'));
  });

  it.each([
    ['the message of another campaign', [creator.publicKey, EMPTY, approve(creator, messageOf('another-nonce-01'))]],
    ['the message in other words', [creator.publicKey, EMPTY, approve(creator, `${campaign.message} `)]],
    ["the outsider's message", [outsider.publicKey, EMPTY, approve(outsider, campaign.message)]],
    [
      "the outsider's signature under the creator's key",
      [creator.publicKey, EMPTY, approve(outsider, campaign.message)],
    ],
    ['the message in place of the signature', [creator.publicKey, approve(creator, campaign.message), EMPTY]],
    ['a signature of the transaction in place of the message', [creator.publicKey, EMPTY, { signer: creator }]],
    [
      'the message with a false signature beside it',
      [creator.publicKey, { signer: outsider }, approve(creator, campaign.message)],
    ],
    [
      'the message with a byte in the other slot',
      [creator.publicKey, Uint8Array.of(1), approve(creator, campaign.message)],
    ],
    [
      'a false message beside the signature',
      [creator.publicKey, { signer: creator }, approve(outsider, campaign.message)],
    ],
    ['a byte beside the signature', [creator.publicKey, { signer: creator }, Uint8Array.of(1)]],
    ['a placeholder of zeros for a message', [creator.publicKey, EMPTY, new Uint8Array(71)]],
    ['a message signature cut short', [creator.publicKey, EMPTY, approve(creator, campaign.message).slice(0, -1)]],
    ["the creator's key alone", [creator.publicKey, EMPTY, EMPTY]],
    ['nobody, with a lane that has something to pay', [EMPTY, EMPTY, EMPTY]],
    ['no key, and the message', [EMPTY, EMPTY, approve(creator, campaign.message)]],
    ["the recipient's signature", [recipient.publicKey, { signer: recipient }, EMPTY]],
  ] as const)('nothing is closed by %s', (_, args) => {
    accepted(byMessage);
    refused(withClosing(byMessage, ...args));
  });

  it('a message signed in Schnorr form is as good', () => {
    accepted(withClosing(byMessage, creator.publicKey, EMPTY, schnorr(campaign.message)));
  });

  it.each([
    ['a second before the end', LATE - 1],
    ['a block height', 849_000],
    ['no locktime', 0],
  ])('the creator closes nothing at %s', (_, locktime) => {
    refused(draftClose(campaign, lane, 'message', locktime));
    refused(draftClose(campaign, lane, 'transaction', locktime));
  });

  it('the creator closes nothing by a final sequence number', () => {
    for (const draft of [byMessage, bySignature])
      refused({ ...draft, inputs: draft.inputs.map((input) => ({ ...input, sequence: 0xffffffff })) });
  });

  it('anybody returns what a lane holds that has paid all, at any time, without key, signature and message', () => {
    const draft = draftClose(campaign, done, 'nobody', 0);
    accepted(draft);
    refused(withClosing(draft, EMPTY, Uint8Array.of(1), EMPTY));
    refused(withClosing(draft, EMPTY, EMPTY, Uint8Array.of(1)));
    refused(withClosing(draft, Uint8Array.of(2), EMPTY, EMPTY));
  });

  it('all of it goes to the creator, in one output', () => {
    for (const draft of [byMessage, bySignature, draftClose(campaign, done, 'nobody', 0)]) {
      refused(changeOutput(draft, 0, (output) => ({ ...output, lockingBytecode: outsider.lockingBytecode })));
      refused(append(draft, payTo(outsider, 0n)));
      refused({ ...draft, outputs: [] });
      refused({
        ...draft,
        inputs: [...draft.inputs, purse(outsider, 10_000n)],
        outputs: [...draft.outputs, payTo(outsider, 9_000n)],
      });
    }
  });

  it('two lanes are not closed in one transaction', () => {
    const second = draftClose(campaign, other, 'message');
    const both = { ...byMessage, inputs: [...byMessage.inputs, ...second.inputs] };
    refused(both);
    refused({ ...both, outputs: [...byMessage.outputs, ...second.outputs] });
  });

  it('numbers that look like keys open nothing', () => {
    refused(withClosing(byMessage, bigIntToVmNumber(1n), EMPTY, EMPTY));
  });
});
