import { binToHex } from '@bitauth/libauth';
import {
  announcesRoster,
  beaconLockingBytecode,
  beaconShard,
  buildPursePayment,
  buildRosterCall,
  buildRosterDeposit,
  buildRosterFirstDeposit,
  buildRosterVeto,
  completeVaultProposal,
  CovenantError,
  createRosterContract,
  decodeRosterState,
  encodeRosterAnnouncement,
  encodeRosterState,
  findPurses,
  findRosterDeployment,
  findRosterMembersProblem,
  guardianHash,
  initialRosterState,
  lockingBytecodeOf,
  NO_GUARDIAN,
  P2SH32_DUST,
  proposeRosterExchange,
  proposePurses,
  proposeVaultSpend,
  proposeRosterRecovery,
  type PurseDraft,
  readPurseTransition,
  readRecoverySignature,
  readVaultSignature,
  recoveryGuardianRequest,
  recoveryHeight,
  recoverySigningRequest,
  completeRosterRecovery,
  type RosterMembers,
  signersOf,
  vaultSigningRequest,
} from '../src/index.js';
import { hashOf, MEMBERS, openRoster, QUIET, REVIEW, WALLETS } from './support/roster-scenario.js';
import { answerOf } from './support/vault-scenario.js';

const bch = (satoshis: bigint) => ({ type: 'BCH', satoshis }) as const;

const codeOf = (build: () => unknown): string => {
  try {
    build();
  } catch (error) {
    return error instanceof CovenantError ? error.code : error instanceof RangeError ? 'RangeError' : String(error);
  }
  return 'built';
};

const OTHERS = 'ab'.repeat(32);

describe('a roster', () => {
  it('spends by any two of three, with deposits where the state does not suffice', async () => {
    const life = await openRoster();
    const shop = lockingBytecodeOf(hashOf('dora'));
    for (const [one, other] of [
      ['anna', 'ben'],
      ['cleo', 'anna'],
      ['ben', 'cleo'],
    ] as const) {
      const step = await life.execute(proposeVaultSpend(life.contract, life.holdings, shop, bch(50_000n)), one, other);
      expect(step).toMatchObject({ kind: 'spend', stopsRecovery: false });
    }
    expect(life.state.state.spends).toBe(3);
    await life.depositor.send(buildRosterDeposit(life.contract, life.depositor.funds(), 800_000n));
    const large = proposeVaultSpend(life.contract, life.holdings, shop, bch(900_000n));
    expect(large.coins).toHaveLength(2);
    await life.execute(large, 'anna', 'cleo');
    expect(life.chain.coinsOf(life.contract.lockingBytecode)).toHaveLength(1);
  });

  it('exchanges a signer by the other two, at the same address', async () => {
    const life = await openRoster();
    const exchange = proposeRosterExchange(life.contract, life.holdings, { seat: { of: 2, to: hashOf('dora') } });
    expect(signersOf(exchange)).toEqual([hashOf('anna'), hashOf('ben'), undefined]);
    expect(() => vaultSigningRequest(exchange, hashOf('cleo'))).toThrow(RangeError);
    expect(readVaultSignature(exchange, hashOf('cleo'), '00')).toEqual({ ok: false, problem: 'NOT_A_SIGNER' });
    const step = await life.execute(exchange, 'ben', 'anna');
    expect(step.kind).toBe('exchange');
    expect(step.next.state.signers.map(binToHex)).toEqual(
      [hashOf('anna'), hashOf('ben'), hashOf('dora')].map(binToHex),
    );
    const spend = proposeVaultSpend(life.contract, life.holdings, lockingBytecodeOf(hashOf('egon')), bch(10_000n));
    expect(() => vaultSigningRequest(spend, hashOf('cleo'))).toThrow(RangeError);
    await life.execute(spend, 'dora', 'ben');
  });

  it('exchanges guardian and delays by any two', async () => {
    const life = await openRoster();
    const guardian = guardianHash(lockingBytecodeOf(hashOf('egon')));
    const exchange = proposeRosterExchange(life.contract, life.holdings, { guardian, quiet: 30, review: 9 });
    expect(signersOf(exchange)).toEqual(MEMBERS.signers);
    await life.execute(exchange, 'cleo', 'ben');
    expect(life.state.state).toMatchObject({ guardian, quiet: 30, review: 9, signers: MEMBERS.signers });
  });

  it('is called by its guardian after silence, and stopped by any signer or by two', async () => {
    const life = await openRoster();
    const { height } = life.chain.tip();
    const call = async () => {
      life.chain.mine(QUIET);
      return life.send(buildRosterCall(life.contract, life.state, life.fundsOf('fred')), 'fred');
    };
    await expect(life.send(buildRosterCall(life.contract, life.state, life.fundsOf('fred')), 'fred')).rejects.toThrow(
      'non-BIP68-final',
    );
    expect(recoveryHeight(life.state, height)).toBe(height + QUIET);
    expect((await call()).kind).toBe('call');
    expect(life.state.state.status).toBe('recovering');
    for (const name of ['anna', 'ben', 'cleo'] as const) {
      const veto = await life.send(buildRosterVeto(life.contract, life.state, life.fundsOf(name)), name);
      expect([veto.kind, veto.next.state.status, veto.next.satoshis]).toEqual(['veto', 'active', veto.spent.satoshis]);
      await call();
    }
    const spend = proposeVaultSpend(life.contract, life.holdings, lockingBytecodeOf(hashOf('egon')), bch(10_000n));
    expect(await life.execute(spend, 'anna', 'ben')).toMatchObject({ kind: 'spend', stopsRecovery: true });
    expect(life.state.state.status).toBe('active');
  });

  it('refuses steps of others before they are signed', async () => {
    const life = await openRoster();
    expect(codeOf(() => buildRosterCall(life.contract, life.state, life.fundsOf('anna')))).toBe('RangeError');
    expect(codeOf(() => buildRosterVeto(life.contract, life.state, life.fundsOf('anna')))).toBe('RangeError');
    life.chain.mine(QUIET);
    await life.send(buildRosterCall(life.contract, life.state, life.fundsOf('fred')), 'fred');
    expect(codeOf(() => buildRosterCall(life.contract, life.state, life.fundsOf('fred')))).toBe('RangeError');
    expect(codeOf(() => buildRosterVeto(life.contract, life.state, life.fundsOf('dora')))).toBe('RangeError');
    expect(codeOf(() => buildRosterVeto(life.contract, life.state, { hash: hashOf('anna'), coins: [] }))).toBe(
      'NO_SUCH_COIN',
    );
  });
});

describe('tokens and purses of a roster', () => {
  it('are paid out and returned, an NFT in an ordinary coin', async () => {
    const life = await openRoster();
    const to = lockingBytecodeOf(hashOf('dora'));
    const at = binToHex(life.contract.lockingBytecode);
    const { category } = life.chain.node.mint(at, { amount: 900n });
    const nft = life.chain.node.mint(at, { nft: { capability: 'mutable', commitment: '0100' } });
    const tokens = proposeVaultSpend(life.contract, life.holdings, to, {
      type: 'FUNGIBLE_TOKEN',
      category,
      amount: 400n,
    });
    await life.execute(tokens, 'anna', 'ben');
    const kept = life.holdings.coins.filter(({ token }) => token?.category === category);
    expect(kept.map(({ token }) => token?.amount)).toEqual([500n]);
    const art = life.holdings.coins.find(({ token }) => token?.category === nft.category);
    if (art === undefined) throw new Error('No NFT');
    await life.execute(
      proposeVaultSpend(life.contract, life.holdings, to, { type: 'COIN', outpoint: art }),
      'ben',
      'cleo',
    );
    expect(life.chain.coinsOf(to).some(({ token }) => token?.category === nft.category)).toBe(true);
  });

  it('are opened, paid, and renewed with the exchange of a signer in one transaction', async () => {
    const life = await openRoster();
    const { contract, chain } = life;
    const draft: PurseDraft = {
      asset: { type: 'BCH' },
      owner: contract.lockingBytecode,
      signers: [hashOf('anna'), hashOf('ben'), hashOf('cleo')],
      spender: hashOf('egon'),
      payees: [],
      limit: 50_000n,
      period: 144,
      amount: 150_000n,
    };
    const opened = await life.execute(proposePurses(contract, life.holdings, { opened: [draft] }), 'anna', 'cleo');
    const [purse] = findPurses('devnet', opened.txid, chain.transaction(opened.txid), chain.tip().height);
    if (purse === undefined) throw new Error('No purse');
    const payment = { ...purse, payees: [], to: lockingBytecodeOf(hashOf('dora')), amount: 20_000n };
    const { signedTransaction } = await WALLETS.egon.signTransaction({
      ...buildPursePayment(payment, chain.tip()).wcTransaction,
      broadcast: false,
    });
    const txid = chain.node.submit(signedTransaction);
    const step = readPurseTransition(purse.contract, purse.coin, txid, chain.transaction(txid));
    if (step?.kind !== 'payment') throw new Error('No payment');

    const renewed: PurseDraft = { ...draft, signers: [hashOf('anna'), hashOf('ben'), hashOf('dora')] };
    const exchange = proposeRosterExchange(contract, life.holdings, {
      seat: { of: 2, to: hashOf('dora') },
      purses: { recalled: [{ contract: step.contract, coin: step.coin }], opened: [renewed] },
    });
    const exchanged = await life.execute(exchange, 'anna', 'ben');
    expect(exchanged.kind).toBe('exchange');
    const [next] = findPurses('devnet', exchanged.txid, chain.transaction(exchanged.txid));
    expect(next?.contract.terms.signers.map(binToHex)).toEqual(renewed.signers.map(binToHex));
    expect(exchange.fee >= BigInt(exchange.size)).toBe(true);
    expect(
      codeOf(() => proposePurses(contract, life.holdings, { opened: [{ ...draft, owner: new Uint8Array(35) }] })),
    ).toBe('RangeError');
  });
});

describe('the end of a recovery', () => {
  const HEIRS: RosterMembers = {
    ...MEMBERS,
    signers: [hashOf('dora'), hashOf('egon'), hashOf('anna')],
    guardian: guardianHash(lockingBytecodeOf(hashOf('ben'))),
  };
  const recovering = async () => {
    const life = await openRoster();
    life.chain.mine(QUIET);
    await life.send(buildRosterCall(life.contract, life.state, life.fundsOf('fred')), 'fred');
    const recovery = proposeRosterRecovery(life.contract, life.state, HEIRS, life.fundsOf('fred', 60_000n));
    const byGuardian = await answerOf(WALLETS.fred, recoveryGuardianRequest(recovery));
    const signatureBy = async (name: 'dora' | 'egon' | 'anna') => {
      const signed = await answerOf(WALLETS[name], recoverySigningRequest(recovery, hashOf(name)));
      const result = readRecoverySignature(recovery, hashOf(name), signed);
      if (!result.ok) throw new Error(result.problem);
      return result.signature;
    };
    return { life, recovery, byGuardian, signatureBy };
  };

  it('is signed by the guardian and two of the next roster, after the review', async () => {
    const { life, recovery, byGuardian, signatureBy } = await recovering();
    const signatures = [await signatureBy('anna'), await signatureBy('dora')] as const;
    const built = completeRosterRecovery(recovery, byGuardian, signatures);
    expect(() => life.chain.node.submit(built.hex)).toThrow('non-BIP68-final');
    life.chain.mine(REVIEW);
    const step = life.follow(life.chain.node.submit(built.hex));
    expect(step).toMatchObject({ kind: 'recovery', stopsRecovery: false });
    expect(step.next.state).toMatchObject({ ...HEIRS, status: 'active', spends: 1 });
    expect(built.fee >= BigInt(built.size)).toBe(true);
    const spend = proposeVaultSpend(life.contract, life.holdings, lockingBytecodeOf(hashOf('cleo')), bch(10_000n));
    await life.execute(spend, 'egon', 'anna');
  });

  it('is refused by another wallet, or with another signature', async () => {
    const { life, recovery, byGuardian, signatureBy } = await recovering();
    const [dora, egon] = [await signatureBy('dora'), await signatureBy('egon')];
    const unsigned = await answerOf(WALLETS.dora, recoverySigningRequest(recovery, hashOf('dora')));
    expect(codeOf(() => completeRosterRecovery(recovery, byGuardian, [dora, dora]))).toBe('SIGNATURES');
    expect(codeOf(() => completeRosterRecovery(recovery, 'zz', [dora, egon]))).toBe('SIGNATURES');
    expect(codeOf(() => completeRosterRecovery(recovery, unsigned, [dora, egon]))).toBe('REFUSED');
    expect(
      codeOf(() => completeRosterRecovery(recovery, byGuardian, [dora, { ...egon, signature: dora.signature }])),
    ).toBe('SIGNATURES');
    expect(() => recoverySigningRequest(recovery, hashOf('ben'))).toThrow(RangeError);
    expect(readRecoverySignature(recovery, hashOf('ben'), unsigned)).toEqual({ ok: false, problem: 'NOT_A_SIGNER' });
    const propose = (members: RosterMembers, name: 'fred' | 'ben', satoshis?: bigint): string =>
      codeOf(() =>
        proposeRosterRecovery(life.contract, life.state, members, {
          ...life.fundsOf(name),
          ...(satoshis !== undefined && { coins: [] }),
        }),
      );
    expect(propose(HEIRS, 'ben')).toBe('RangeError');
    expect(propose({ ...HEIRS, quiet: 0 }, 'fred')).toBe('RangeError');
    expect(propose(HEIRS, 'fred', 0n)).toBe('INSUFFICIENT_FUNDS');
  });
});

describe('signatures of a proposal', () => {
  it('are read only from this proposal, by this signer, signed', async () => {
    const life = await openRoster();
    const to = lockingBytecodeOf(hashOf('dora'));
    const proposal = proposeVaultSpend(life.contract, life.holdings, to, bch(10_000n));
    const other = proposeVaultSpend(life.contract, life.holdings, to, bch(10_001n));
    const request = vaultSigningRequest(proposal, hashOf('anna'));
    const { transaction } = request;
    if (typeof transaction === 'string') throw new Error('Expected an object');
    const signed = await answerOf(WALLETS.anna, request);
    expect(readVaultSignature(proposal, hashOf('anna'), signed)).toMatchObject({ ok: true });
    expect(readVaultSignature(other, hashOf('anna'), signed)).toEqual({ ok: false, problem: 'OTHER_TRANSACTION' });
    expect(readVaultSignature(proposal, hashOf('ben'), signed)).toEqual({ ok: false, problem: 'OTHER_KEY' });
    expect(readVaultSignature(proposal, hashOf('anna'), 'zz')).toEqual({ ok: false, problem: 'MALFORMED' });
    const byBen = await answerOf(WALLETS.ben, vaultSigningRequest(proposal, hashOf('ben')));
    expect(readVaultSignature(proposal, hashOf('anna'), byBen)).toEqual({ ok: false, problem: 'OTHER_KEY' });
  });

  it('complete it only by two different signers', async () => {
    const life = await openRoster();
    const proposal = proposeVaultSpend(life.contract, life.holdings, lockingBytecodeOf(hashOf('dora')), bch(10_000n));
    const [anna, ben] = [await life.signatureBy(proposal, 'anna'), await life.signatureBy(proposal, 'ben')];
    expect(codeOf(() => completeVaultProposal(proposal, [anna, anna]))).toBe('SIGNATURES');
    expect(codeOf(() => completeVaultProposal(proposal, [anna, { ...ben, publicKey: anna.publicKey }]))).toBe(
      'SIGNATURES',
    );
    expect(codeOf(() => completeVaultProposal(proposal, [anna, { ...ben, signature: anna.signature }]))).toBe(
      'SIGNATURES',
    );
    expect(codeOf(() => completeVaultProposal(proposal, [ben, anna]))).toBe('built');
  });
});

describe('proposals', () => {
  it('cannot pay the roster itself, dust, or more than there is', async () => {
    const { contract, holdings } = await openRoster();
    const to = lockingBytecodeOf(hashOf('dora'));
    expect(codeOf(() => proposeVaultSpend(contract, holdings, contract.lockingBytecode, bch(10_000n)))).toBe(
      'PAYS_ITSELF',
    );
    expect(codeOf(() => proposeVaultSpend(contract, holdings, to, bch(545n)))).toBe('BELOW_DUST');
    expect(codeOf(() => proposeVaultSpend(contract, holdings, to, bch(500_000n)))).toBe('INSUFFICIENT_FUNDS');
  });

  it('exchange to sound members only', async () => {
    const { contract, holdings } = await openRoster();
    const exchanged = (change: Parameters<typeof proposeRosterExchange>[2]): string =>
      codeOf(() => proposeRosterExchange(contract, holdings, change));
    expect(exchanged({})).toBe('RangeError');
    expect(exchanged({ seat: { of: 1, to: hashOf('anna') } })).toBe('RangeError');
    expect(exchanged({ seat: { of: 1, to: hashOf('ben') } })).toBe('RangeError');
    expect(exchanged({ quiet: 5 })).toBe('RangeError');
    expect(exchanged({ review: 65_536 })).toBe('RangeError');
    expect(exchanged({ guardian: guardianHash(contract.lockingBytecode) })).toBe('RangeError');
    expect(exchanged({ guardian: NO_GUARDIAN })).toBe('built');
  });
});

describe('members', () => {
  const { lockingBytecode } = createRosterContract(OTHERS, 'devnet');

  it.each<readonly [ReturnType<typeof findRosterMembersProblem>, Partial<RosterMembers>]>([
    [undefined, {}],
    [undefined, { guardian: NO_GUARDIAN }],
    ['MALFORMED', { guardian: new Uint8Array(19) }],
    ['MALFORMED', { signers: [hashOf('anna'), hashOf('ben')] as never }],
    ['MALFORMED', { signers: [hashOf('anna'), hashOf('ben'), new Uint8Array(33)] }],
    ['SIGNERS_NOT_DISTINCT', { signers: [hashOf('anna'), hashOf('ben'), hashOf('anna')] }],
    ['QUIET_OUT_OF_RANGE', { quiet: 5 }],
    ['QUIET_OUT_OF_RANGE', { quiet: 65_536 }],
    ['REVIEW_OUT_OF_RANGE', { review: Number.NaN }],
    ['GUARDIAN_IS_ROSTER', { guardian: guardianHash(lockingBytecode) }],
  ])('%s, case %#', (problem, change) => {
    expect(findRosterMembersProblem({ ...MEMBERS, ...change }, 'devnet', lockingBytecode)).toBe(problem);
  });

  it('need a day for each delay on public networks', () => {
    expect(
      findRosterMembersProblem({ ...MEMBERS, quiet: 144, review: 144 }, 'chipnet', lockingBytecode),
    ).toBeUndefined();
    expect(findRosterMembersProblem({ ...MEMBERS, quiet: 143, review: 144 }, 'chipnet', lockingBytecode)).toBe(
      'QUIET_OUT_OF_RANGE',
    );
  });

  it('are encoded in 90 bytes, and read again', () => {
    const state = { ...initialRosterState(MEMBERS), status: 'recovering', spends: 0x01020304 } as const;
    const commitment = encodeRosterState(state);
    expect(commitment).toHaveLength(180);
    expect(commitment.slice(0, 12)).toBe('010104030201');
    expect(decodeRosterState(commitment)).toEqual(state);
    for (const broken of [
      '',
      commitment.slice(2),
      `${commitment}00`,
      `02${commitment.slice(2)}`,
      `0102${commitment.slice(4)}`,
    ])
      expect(decodeRosterState(broken)).toBeUndefined();
  });
});

describe('a first deposit', () => {
  it('has sound members and enough satoshis', async () => {
    const { depositor } = await openRoster();
    const built = (members: RosterMembers, satoshis: bigint): string =>
      codeOf(() => buildRosterFirstDeposit('devnet', members, depositor.funds(), satoshis));
    expect(built(MEMBERS, 1_499n)).toBe('RangeError');
    expect(built({ ...MEMBERS, quiet: 1 }, 5_000n)).toBe('RangeError');
    expect(built(MEMBERS, 1_500n)).toBe('built');
  });

  it('announces the roster and pays a beacon where the tip is given, and is sound either way', async () => {
    const funds = (await openRoster()).fundsOf('dora');
    const outputsOf = (tip?: { height: number }) =>
      buildRosterFirstDeposit('devnet', MEMBERS, funds, 5_000n, { tip }).transaction.wcTransaction.transaction;
    const [hidden, listed] = [outputsOf(), outputsOf({ height: 2_016 })];
    const found = findRosterDeployment('devnet', OTHERS, listed);
    if (!found.ok) throw new Error(found.problem);
    expect(findRosterDeployment('devnet', OTHERS, hidden).ok).toBe(true);
    expect(listed.outputs.slice(1, 3)).toEqual([
      { lockingBytecode: encodeRosterAnnouncement(), valueSatoshis: 0n },
      {
        lockingBytecode: beaconLockingBytecode(2, beaconShard(found.contract.lockingBytecode)),
        valueSatoshis: P2SH32_DUST,
      },
    ]);
    expect(hidden.outputs.some(({ lockingBytecode }) => announcesRoster(lockingBytecode))).toBe(false);
    expect(listed.outputs).toHaveLength(hidden.outputs.length + 2);
  });

  it('is not found in another transaction', async () => {
    const life = await openRoster();
    const step = await life.execute(
      proposeVaultSpend(life.contract, life.holdings, lockingBytecodeOf(hashOf('dora')), bch(10_000n)),
      'anna',
      'ben',
    );
    expect(findRosterDeployment('devnet', step.txid, life.chain.transaction(step.txid))).toEqual({
      ok: false,
      problem: 'CATEGORY_NOT_CREATED_HERE',
    });
  });
});
