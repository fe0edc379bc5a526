import type { PublishedEvent } from '@weir/infra';
import { NOTIFICATION_KINDS, type NotificationKind } from '@weir/kinds';
import { noticeOfEvent } from './mail-notices.js';

const ME = 'ab'.repeat(20);
const OTHER = 'cd'.repeat(20);
const subscription = { id: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2', partyHash: ME, kinds: NOTIFICATION_KINDS };

const party = (role: string, hash: string) => ({ role, hash, address: `bchtest:${hash}` });
const event = (changes: Partial<PublishedEvent>): PublishedEvent => ({
  position: 7,
  kind: 'funded',
  product: 'stream',
  recordId: 'record',
  parentId: null,
  displayId: '#WEIR-BCH-000001',
  privateVaultId: null,
  parties: [party('sender', OTHER), party('recipient', ME)],
  step: null,
  txHash: 'a'.repeat(64),
  amount: 5n,
  tokenCategory: null,
  finality: null,
  reason: null,
  replacedBy: null,
  figures: {},
  createdAt: 0,
  audience: null,
  ...changes,
});
const kindOf = (changes: Partial<PublishedEvent>, kinds: readonly NotificationKind[] = NOTIFICATION_KINDS) =>
  noticeOfEvent(event(changes), { ...subscription, kinds })?.content.kind;

describe('the notice of an event', () => {
  it.each([
    ['funded', 'funded'],
    ['cancelled', 'cancelled'],
    ['paused', 'paused'],
    ['resumed', 'paused'],
    ['at_risk', 'at_risk'],
    ['move_announced', 'moved'],
    ['move_undone', 'moved'],
    ['move_finished', 'moved'],
    ['move_kept', undefined],
    ['period_paid', 'period_paid'],
    ['debt_paid', 'period_paid'],
    ['underfunded', 'underfunded'],
    ['topped_up', 'funded'],
    ['claimed', undefined],
    ['final', undefined],
  ])('of %s is of the kind %s', (kind, expected) => expect(kindOf({ kind })).toBe(expected));

  it('is for its parties, in the roles that it asks something of', () => {
    const outgoing = [party('sender', ME), party('recipient', OTHER)];
    expect(kindOf({ parties: [party('recipient', OTHER)] })).toBeUndefined();
    expect(kindOf({ kind: 'at_risk', parties: outgoing })).toBeUndefined();
    expect(kindOf({ kind: 'cancelled', parties: outgoing })).toBe('cancelled');
    // Of a plan of many its sender is reported once, by the plan's own event.
    expect(kindOf({ parties: outgoing, parentId: 'plan' })).toBeUndefined();
    expect(kindOf({ parentId: 'plan' })).toBe('funded');
    const proposed = { kind: 'proposed', product: 'proposal' };
    expect(kindOf({ ...proposed, parties: [party('proposer', OTHER), party('signer', ME)] })).toBe('signature_wanted');
    expect(kindOf({ ...proposed, parties: [party('proposer', ME), party('signer', ME)] })).toBeUndefined();
    expect(kindOf({ ...proposed, parties: [party('proposer', OTHER), party('creator', ME)] })).toBeUndefined();
    const end = { ...proposed, figures: { proposalKind: 'recovery' } };
    expect(kindOf({ ...end, parties: [party('next_signer', ME)] })).toBe('signature_wanted');
    expect(kindOf({ ...end, parties: [party('signer', ME)] })).toBeUndefined();
  });

  it('of a move to another address is for its sender, and the old and the new address', () => {
    const kind = 'move_announced';
    for (const role of ['sender', 'recipient', 'new_recipient', 'former_recipient'])
      for (const parentId of [null, 'plan'])
        expect(kindOf({ kind, parentId, parties: [party(role, ME)] })).toBe('moved');
    expect(kindOf({ kind, parties: [party('recipient', OTHER)] })).toBeUndefined();
  });

  it('calls a stream by the contract of a lock a lock', () => {
    const productOf = (contract: string | null) =>
      noticeOfEvent(event({ figures: { status: 'ACTIVE', contract } }), subscription)?.content.product;
    expect(['LOCK', 'STREAM', null].map(productOf)).toEqual(['lock', 'stream', 'stream']);
  });

  it('of a period in a currency has its price, and there is none where nothing was paid', () => {
    const figures = { status: 'ACTIVE', currency: 'USD', currencyAmount: '1500.00', price: '450.00' };
    const paid = event({ kind: 'period_paid', product: 'currency', figures });
    const priced = { currency: 'USD', amount: '1500.00', price: '450.00' };
    expect(noticeOfEvent(paid, subscription)?.content).toMatchObject({
      product: 'currency',
      priced,
      isOutgoing: false,
    });
    expect(noticeOfEvent({ ...paid, amount: 0n }, subscription)).toBeUndefined();
    expect(noticeOfEvent(event({}), subscription)?.content).not.toHaveProperty('priced');
  });

  it('has nothing that was not chosen', () => {
    expect(kindOf({}, ['funded'])).toBe('funded');
    expect(kindOf({}, ['paused'])).toBeUndefined();
  });

  it('has one subject for a step that comes again, and others for other steps', () => {
    const subjectOf = (changes: Partial<PublishedEvent>) => noticeOfEvent(event(changes), subscription)?.subject;
    const first = subjectOf({});
    expect(subjectOf({ position: 99, createdAt: 1 })).toBe(first);
    expect(subjectOf({ txHash: 'b'.repeat(64) })).not.toBe(first);
    expect(subjectOf({ recordId: 'another' })).not.toBe(first);
    expect(subjectOf({ kind: 'cancelled' })).not.toBe(first);
    const signer = { kind: 'reopened', txHash: null, parties: [party('signer', ME)] };
    expect(subjectOf({ ...signer, figures: { round: 1 } })).not.toBe(subjectOf({ ...signer, figures: { round: 2 } }));
  });
});
