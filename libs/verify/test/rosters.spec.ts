import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  announcesRoster,
  decodeRosterState,
  encodeRosterState,
  lockingBytecodeOf,
  NO_GUARDIAN,
  proposeRosterExchange,
  proposeRosterRecovery,
  proposeVaultSpend,
  recoveryGuardianRequest,
  recoverySigningRequest,
  type RosterMembers,
  type VaultProposal,
  rosterToken,
  type RosterState,
} from '@weir/covenants';
import { type AskedEffect, Difference, rosterAddress, summarize, verify } from '../src/index.js';
import { hashOf, transactionOf, walletOf, withTransaction } from './support/coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './support/flow.js';
import { askedLies } from './support/lies/asked-lies.js';
import { liesOf } from './support/lies/lies-of.js';
import { drafted, opens } from './support/purse-flows.js';
import {
  ANNA,
  askedOf,
  BEN,
  CLEO,
  DORA,
  EXCHANGED,
  FRED,
  GRETA,
  guardedBy,
  keyAddress,
  MEMBERS,
  ROSTER,
  rosterFlows,
  rosterOf,
  SPENDS,
  termsOf,
} from './support/roster-flows.js';

const flowNamed = (name: string): Flow => {
  const flow = rosterFlows().find((each) => each.name === `roster: ${name}`);
  if (flow === undefined) throw new Error(`There is no flow ${name}`);
  return flow;
};
const read = ({ request, signer, asked }: Flow) => verify(request, signer, asked);
const EXCHANGE = { seat: { of: 2, to: hashOf(DORA) } } as const;
const payee = lockingBytecodeOf(hashOf(0x41));
const pays: AskedEffect = { kind: 'PAYS', to: addressAt(payee), asset: undefined, amount: 300_000n };
const payment = (): VaultProposal => proposeVaultSpend(ROSTER, rosterOf(), payee, { type: 'BCH', satoshis: 300_000n });

/** Returns the state that a proposal leaves. */
const nextOf = ({ outputs: [first] }: VaultProposal): RosterState => {
  const state = decodeRosterState(first?.token?.nft?.commitment ?? '');
  if (state === undefined) throw new Error('It has a state');
  return state;
};

/** Returns a proposal whose next state differs. */
const withNext = (proposal: VaultProposal, change: Partial<RosterState>): VaultProposal => {
  const [first, ...others] = proposal.outputs;
  const next = { ...nextOf(proposal), ...change };
  if (first === undefined) throw new Error('It has a state');
  return { ...proposal, outputs: [{ ...first, token: rosterToken(ROSTER, next) }, ...others] };
};

describe('the review of a treasury whose signers can be exchanged', () => {
  it('names its signers, its guardian and both delays when it opens', () => {
    const reading = read(flowNamed('first deposit'));
    const { sentences, rows } = summarize(reading);
    expect(sentences[0]).toContain('Opens a treasury with 0.005 BCH');
    expect(sentences[0]).toContain(
      `${keyAddress(FRED)} may call a recovery after 26000 blocks without a move, and end it 4320 blocks later.`,
    );
    for (const name of [ANNA, CLEO])
      expect(rows).toContainEqual(expect.objectContaining({ label: 'Signer', value: keyAddress(name) }));
    expect(rows).toContainEqual(expect.objectContaining({ label: 'Guardian', value: keyAddress(FRED) }));
  });

  it('says whether the chain lists it, and refuses a beacon that nobody asked for', () => {
    const [hidden, listed] = ['first deposit', 'first deposit that the chain lists'].map(flowNamed);
    if (hidden === undefined || listed === undefined) throw new Error('There are both');
    for (const [flow, value] of [
      [hidden, 'no: only those who know its address find it'],
      [listed, 'yes: anybody finds it'],
    ] as const)
      expect(summarize(read(flow)).rows).toContainEqual({ label: 'Listed by the chain', value });
    const private_ = { effects: listed.asked.effects.map((effect) => ({ ...effect, isListed: false })) };
    expect(() => verify(listed.request, listed.signer, private_)).toThrow('isListed is true, not false');
    // Nobody said that it is private: who says nothing does not want it listed.
    const { request, signer } = listed;
    const unsaid = { effects: hidden.asked.effects.map((effect) => ({ ...effect, satoshis: 510_000n })) };
    expect(() => verify(request, signer, unsaid)).toThrow('the chain would list the treasury');
  });

  it('refuses one of the two outputs by which the chain lists a treasury', () => {
    const { request, signer, asked } = flowNamed('first deposit that the chain lists');
    const transaction = transactionOf(request);
    const { outputs } = transaction;
    const [announcement, beacon] = [
      outputs.findIndex(({ lockingBytecode }) => announcesRoster(lockingBytecode)),
      outputs.findIndex(({ lockingBytecode, token }) => lockingBytecode.length === 35 && token === undefined),
    ];
    expect(Math.min(announcement, beacon)).toBeGreaterThan(0);
    for (const left of [announcement, beacon]) {
      const without = { ...transaction, outputs: outputs.filter((_, at) => at !== left) };
      expect(() => verify(withTransaction(request, without), signer, asked)).toThrow('one of the two outputs');
    }
  });

  it('names who leaves and who joins in an exchange, and that all money stays', () => {
    const reading = read(flowNamed('exchange of a signer'));
    const { sentences, rows } = summarize(reading);
    expect(sentences.at(-1)).toBe(
      `Exchanges a signer: ${keyAddress(CLEO)} signs no more, ${keyAddress(DORA)} signs instead.`,
    );
    expect(rows).toContainEqual(expect.objectContaining({ label: 'Signs no more', value: keyAddress(CLEO) }));
    const [spends, change] = reading.effects;
    expect(spends).toMatchObject({ kind: 'SPENDS_VAULT', spent: reading.fee, closes: false });
    expect(change).toMatchObject({ before: termsOf(MEMBERS) });
  });

  it('names the guardian by its hash where nobody knows the address, and says where there is none', () => {
    const guardian = guardedBy(GRETA);
    const of = (change: Parameters<typeof proposeRosterExchange>[2], members: RosterMembers) =>
      summarize(
        read(
          askedOf('guardian', proposeRosterExchange(ROSTER, rosterOf(), change), [
            SPENDS,
            { kind: 'CHANGES_ROSTER', vault: ROSTER.address, ...termsOf(members) },
          ]),
        ),
      );
    const unknown = of({ guardian }, { ...MEMBERS, guardian });
    expect(unknown.sentences.at(-1)).toContain('Its guardian may call a recovery');
    expect(unknown.rows).toContainEqual(expect.objectContaining({ value: binToHex(guardian) }));
    const none = of({ guardian: NO_GUARDIAN }, { ...MEMBERS, guardian: NO_GUARDIAN });
    expect(none.sentences.at(-1)).toBe('Nobody can recover it if two keys are lost.');
    expect(none.rows).toContainEqual({ label: 'Guardian', value: 'nobody' });
  });

  it('says that a payment ends the recovery that runs', () => {
    const reading = read(flowNamed('payment that ends a recovery'));
    expect(reading.effects[0]).toMatchObject({ stopsRecovery: true });
    expect(summarize(reading).sentences[0]).toContain('It stops the recovery that is running.');
    expect(read(flowNamed('payment of BCH')).effects[0]).toMatchObject({ stopsRecovery: false });
  });
});

describe('each two of the three signers', () => {
  it('may sign a payment', () => {
    for (const signer of [ANNA, BEN, CLEO]) {
      const { signs } = read(askedOf('payment', payment(), [SPENDS, pays], signer));
      expect(signs).toBe(keyAddress(signer));
    }
  });

  it('may exchange the third, of any seat', () => {
    for (const [of, leaving] of [
      [0, ANNA],
      [1, BEN],
      [2, CLEO],
    ] as const) {
      const signers = MEMBERS.signers.map((hash, seat) => (seat === of ? hashOf(DORA) : hash));
      const proposal = proposeRosterExchange(ROSTER, rosterOf(), { seat: { of, to: hashOf(DORA) } });
      const asked: AskedEffect = {
        kind: 'CHANGES_ROSTER',
        vault: ROSTER.address,
        ...termsOf(MEMBERS),
        signers: signers.map((hash) => addressAt(lockingBytecodeOf(hash))),
        leaves: keyAddress(leaving),
        joins: keyAddress(DORA),
      };
      for (const signer of [ANNA, BEN, CLEO].filter((name) => name !== leaving))
        read(askedOf('exchange', proposal, [SPENDS, asked], signer));
      // The wallet that leaves is not asked, and its signature would be worth nothing.
      const { request, asked: all } = askedOf('exchange', proposal, [SPENDS, asked], leaving === ANNA ? BEN : ANNA);
      const own = [lockingBytecodeOf(hashOf(leaving))];
      expect(() => verify(request, { network: NETWORK, own }, all)).toThrow('none of the keys');
    }
  });
});

/** A request to sign a payment, the first output of which is that of another proposal: no builder makes such a request. */
const lyingOf = (valid: VaultProposal, { outputs: [first] }: VaultProposal): Flow => {
  const flow = askedOf('payment', valid, [SPENDS, pays]);
  const transaction = transactionOf(flow.request);
  const [state, ...others] = transaction.outputs;
  if (first?.token?.nft === undefined || state?.token === undefined) throw new Error('The first output is the state');
  const { capability, commitment } = first.token.nft;
  const lie = {
    ...state,
    lockingBytecode: typeof first.to === 'string' ? state.lockingBytecode : first.to,
    token: { ...state.token, nft: { capability, commitment: hexToBin(commitment) } },
  };
  return { ...flow, request: withTransaction(flow.request, { ...transaction, outputs: [lie, ...others] }) };
};

describe('verify refuses', () => {
  const stranger = hashOf(0x66);

  it.each<readonly [string, Partial<RosterState>]>([
    ['another third signer', { signers: [hashOf(ANNA), hashOf(BEN), stranger] }],
    ['another second signer', { signers: [hashOf(ANNA), stranger, hashOf(CLEO)] }],
    ['two signers who change places', { signers: [hashOf(BEN), hashOf(ANNA), hashOf(CLEO)] }],
    ['another guardian', { guardian: guardedBy(0x66) }],
    ['no guardian', { guardian: NO_GUARDIAN }],
    ['a shorter silence', { quiet: 144 }],
    ['a longer silence', { quiet: 65_535 }],
    ['a shorter review', { review: 144 }],
    ['a recovery that runs', { status: 'recovering' }],
    ['another count', { spends: 9 }],
  ])('a payment that leaves the treasury with %s', (_, change) => {
    const { request, signer, asked } = lyingOf(payment(), withNext(payment(), change));
    expect(() => verify(request, signer, asked)).toThrow(Difference);
  });

  it('a state that is not one, or goes elsewhere', () => {
    const { outputs, ...proposal } = payment();
    const [first, ...others] = outputs;
    if (first?.token === undefined) throw new Error('It has a state');
    const commitment = encodeRosterState(nextOf({ ...proposal, outputs }));
    for (const state of [
      { ...first, to: payee },
      { ...first, token: { ...first.token, nft: { capability: 'none', commitment } as const } },
      { ...first, token: { ...first.token, nft: { capability: 'mutable', commitment: `${commitment}00` } as const } },
    ]) {
      const flow = lyingOf(payment(), { ...proposal, outputs: [state, ...others] });
      expect(() => read(flow)).toThrow(Difference);
    }
  });

  it('an exchange of somebody else than was asked for, or of more', () => {
    const { signer, asked } = flowNamed('exchange of a signer');
    const other = proposeRosterExchange(ROSTER, rosterOf(), { seat: { of: 2, to: stranger } });
    const more = proposeRosterExchange(ROSTER, rosterOf(), { ...EXCHANGE, guardian: guardedBy(0x66) });
    for (const proposal of [other, more])
      expect(() => verify(askedOf('exchange', proposal, []).request, signer, asked)).toThrow('It differs');
  });

  it('an exchange to members that are not sound, even if they were asked for', () => {
    for (const [change, problem] of [
      [{ signers: [hashOf(ANNA), hashOf(BEN), hashOf(BEN)] }, 'SIGNERS_NOT_DISTINCT'],
      [{ quiet: 5 }, 'QUIET_OUT_OF_RANGE'],
      [{ review: 0 }, 'REVIEW_OUT_OF_RANGE'],
    ] as const) {
      const next = { ...EXCHANGED, ...change } as RosterMembers;
      const proposal = withNext(proposeRosterExchange(ROSTER, rosterOf(), EXCHANGE), next);
      const asked: AskedEffect = { kind: 'CHANGES_ROSTER', vault: ROSTER.address, ...termsOf(next) };
      expect(() => read(askedOf('exchange', proposal, [SPENDS, asked]))).toThrow(problem);
    }
  });

  it('a purse that is renewed with the signers from before the exchange', () => {
    const old = drafted(false, { owner: ROSTER.lockingBytecode, signers: MEMBERS.signers });
    const proposal = proposeRosterExchange(ROSTER, rosterOf(), { ...EXCHANGE, purses: { opened: [old] } });
    const asked: AskedEffect = { kind: 'CHANGES_ROSTER', vault: ROSTER.address, ...termsOf(EXCHANGED) };
    expect(() => read(askedOf('exchange', proposal, [SPENDS, asked, opens(old)]))).toThrow(
      'are not those of the treasury',
    );
  });

  it('a call by anybody but the guardian, and a veto by anybody but a signer', () => {
    const [call, veto] = [flowNamed('call of a recovery'), flowNamed('veto')];
    const own = [lockingBytecodeOf(stranger)];
    expect(() => verify(call.request, { ...call.signer, own }, call.asked)).toThrow(Difference);
    expect(() => verify(veto.request, { ...veto.signer, own }, veto.asked)).toThrow(Difference);
    expect(() => verify(call.request, call.signer, veto.asked)).toThrow('It differs');
  });
});

describe('the end of a recovery', () => {
  const HEIRS: RosterMembers = {
    ...MEMBERS,
    signers: [hashOf(DORA), hashOf(0x35), hashOf(ANNA)],
    guardian: guardedBy(GRETA),
  };
  const recovery = proposeRosterRecovery(ROSTER, rosterOf('recovering').state, HEIRS, walletOf(FRED));
  const ends: AskedEffect = {
    kind: 'ENDS_RECOVERY',
    vault: ROSTER.address,
    ...termsOf(HEIRS),
    guardian: keyAddress(GRETA),
  };
  const flows: readonly Flow[] = [
    flowOf('guardian', { wcTransaction: recoveryGuardianRequest(recovery) }, walletOf(FRED), [ends]),
    ...[DORA, 0x35, ANNA].map((name) =>
      flowOf(
        `signer ${name}`,
        { wcTransaction: recoverySigningRequest(recovery, hashOf(name)) },
        { hash: hashOf(name) },
        [ends],
      ),
    ),
  ];

  it.each(flows.map((flow) => [flow.name, flow] as const))('is read for the %s', (_, flow) => {
    const reading = read(flow);
    const { sentences, rows } = summarize(reading);
    expect(sentences[0]).toContain('Ends the recovery of');
    expect(rows).toContainEqual(expect.objectContaining({ label: 'Guardian', value: keyAddress(GRETA) }));
    expect(reading.signs).toBe(flow.name === 'guardian' ? undefined : flow.signer.own.map(addressAt)[0]);
  });

  it.each(flows.map((flow) => [flow.name, flow] as const))('is refused with any lie for the %s', (_, flow) => {
    // A wrong amount of a spent output makes the signature worthless.
    const lies = liesOf(flow).filter(({ kind }) => kind !== 'source output');
    expect(lies.length).toBeGreaterThan(100);
    const believed = lies.filter(({ request, signer = flow.signer }) => {
      const lie = request();
      try {
        verify(lie, signer, flow.asked);
      } catch (error) {
        if (error instanceof Difference) return false;
        throw error;
      }
      return true;
    });
    expect(believed.map(({ name }) => name)).toEqual([]);
    for (const { asked } of askedLies(flow)) expect(() => verify(flow.request, flow.signer, asked)).toThrow(Difference);
  });

  it('is refused by a wallet that signs for none of the next seats', () => {
    const [, first] = flows;
    if (first === undefined) throw new Error('There is a signer');
    const own = [lockingBytecodeOf(hashOf(BEN))];
    expect(() => verify(first.request, { ...first.signer, own }, first.asked)).toThrow('none of the keys');
  });
});

describe('the address of a roster', () => {
  it('follows from the category of its state', () => {
    expect(rosterAddress(ROSTER.category, NETWORK)).toBe(ROSTER.address);
    expect(rosterAddress('fc'.repeat(32), NETWORK)).not.toBe(ROSTER.address);
    for (const text of ['', 'ab', 'FB'.repeat(32)]) expect(() => rosterAddress(text, NETWORK)).toThrow(Difference);
  });
});
