import { binToHex } from '@bitauth/libauth';
import {
  buildRosterDeposit,
  buildRosterFirstDeposit,
  findRosterDeployment,
  guardianHash,
  lockingBytecodeOf,
  type RosterContract,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { answerOf, COIN, type Proposal, useFixture } from './support/fixture.js';

const fixture = useFixture();
const [QUIET, REVIEW] = [20, 8];

interface ShownRoster {
  readonly contractAddress: string;
  readonly signers: readonly string[];
  readonly satoshis: string;
  readonly spends: number;
  readonly nonce: null;
  readonly roster: { readonly guardianHash: string | null; readonly phase: string; readonly nextStepHeight: number };
}

interface BuiltStep {
  readonly wcTransaction: object;
}

/** Opens a roster without any service. */
const openRoster = async (
  signers: readonly [Wallet, Wallet, Wallet],
  guardian: Wallet,
): Promise<{ readonly contract: RosterContract; readonly txid: string }> => {
  const [payer] = signers;
  const hashes = [signers[0].publicKeyHash, signers[1].publicKeyHash, signers[2].publicKeyHash] as const;
  const members = {
    signers: hashes,
    guardian: guardianHash(lockingBytecodeOf(guardian.publicKeyHash)),
    quiet: QUIET,
    review: REVIEW,
  };
  const built = buildRosterFirstDeposit('devnet', members, await fixture.funds(payer), 3n * COIN);
  if (built.kind === 'preparation') throw new Error('This wallet must be prepared first');
  const txid = await fixture.send(payer, built.transaction);
  fixture.node.mine();
  const found = findRosterDeployment('devnet', txid, (await fixture.chain.transaction(txid)).transaction);
  if (!found.ok) throw new Error(found.problem);
  return { contract: found.contract, txid };
};

it('a treasury is found by its address alone, pays, exchanges a lost key and stops its guardian, with the service gone', async () => {
  const signers = [fixture.wallet(10n * COIN), fixture.wallet(COIN), fixture.wallet()] as const;
  const [alice, bob, carol] = signers;
  const [dave, fred, payee] = [fixture.wallet(), fixture.wallet(COIN), fixture.wallet()];
  const { contract, txid } = await openRoster(signers, fred);
  await fixture.send(alice, buildRosterDeposit(contract, await fixture.funds(alice), COIN));
  fixture.node.mine();

  const named = `--roster ${contract.address}`;
  const shown = await fixture.ask<ShownRoster>(`vault ${named}`);
  expect(shown).toMatchObject({
    contractAddress: contract.address,
    signers: signers.map(({ address }) => address),
    satoshis: String(4n * COIN),
    nonce: null,
    spends: 0,
    roster: { phase: 'active', guardianHash: binToHex(guardianHash(lockingBytecodeOf(fred.publicKeyHash))) },
  });
  expect(await fixture.ask<ShownRoster>(`vault --roster ${txid}`)).toEqual(shown);
  const { vaults } = await fixture.ask<{ readonly vaults: readonly ShownRoster[] }>(`list ${alice.address}`);
  expect(vaults).toMatchObject([{ contractAddress: contract.address }]);
  expect(await fixture.refusal(`vault --roster ${payee.address}`)).toMatch(/^4: /);
  expect(await fixture.refusal('vault --roster nowhere')).toMatch(/^2: /);

  const rent = await fixture.ask<Proposal>(`vault spend ${named} --to ${payee.address} --amount 3.5 --out rent.json`);
  await fixture.join('rent.json', rent, [alice, carol]);
  fixture.node.mine();
  expect(await fixture.balance(payee)).toBe((7n * COIN) / 2n);
  expect(await fixture.refusal(`vault close ${named} --to ${payee.address} --out x.json`)).toMatch(/^5: .*never ends/);

  // Carol's key is lost.
  const order = `vault exchange ${named} --leaves ${carol.address} --joins ${dave.address}`;
  expect(await fixture.refusal(`${order} --quiet 2 --out x.json`)).toMatch(/^2: .*--quiet/);
  expect(await fixture.refusal(`vault exchange ${named} --leaves ${carol.address} --out x.json`)).toMatch(/^2: .*both/);
  const exchange = await fixture.ask<Proposal>(`${order} --out exchange.json`);
  expect(exchange.requests.map(({ signer }) => signer)).toEqual([alice.address, bob.address]);
  await fixture.join('exchange.json', exchange, [bob, alice]);
  fixture.node.mine();
  const exchanged = await fixture.ask<ShownRoster>(`vault ${named}`);
  expect(exchanged.signers).toEqual([alice.address, bob.address, dave.address]);

  expect(await fixture.refusal(`vault call ${named} --address ${fred.address}`)).toMatch(/^5: .*silent/);
  fixture.node.mine(QUIET);
  expect(await fixture.refusal(`vault call ${named} --address ${bob.address}`)).toMatch(/^5: /);
  const call = await fixture.ask<BuiltStep>(`vault call ${named} --address ${fred.address}`);
  fixture.node.submit((await fred.signTransaction(call.wcTransaction)).signedTransaction);
  fixture.node.mine();
  expect(await fixture.ask<ShownRoster>(`vault ${named}`)).toMatchObject({ roster: { phase: 'recovering' } });
  expect((await fixture.run(`vault ${named}`)).printed).toContain('one signer stops it by vault veto');
  const veto = await fixture.ask<BuiltStep>(`vault veto ${named} --address ${bob.address}`);
  fixture.node.submit((await bob.signTransaction(veto.wcTransaction)).signedTransaction);
  fixture.node.mine();
  expect(await fixture.ask<ShownRoster>(`vault ${named}`)).toMatchObject({ roster: { phase: 'active' }, spends: 4 });
});

it('a recovery that nobody stops is ended by the guardian and two new signers, with the service gone', async () => {
  const signers = [fixture.wallet(5n * COIN), fixture.wallet(), fixture.wallet()] as const;
  const [fred, payee] = [fixture.wallet(COIN), fixture.wallet()];
  const heirs = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
  const [gina, hank, iris] = heirs;
  const { contract } = await openRoster(signers, fred);
  const named = `--roster ${contract.address}`;
  const joins = heirs.map(({ publicKeyHex }) => `--joins ${publicKeyHex}`).join(' ');
  const finish = `vault finish ${named} --address ${fred.address} ${joins}`;
  expect(await fixture.refusal(`${finish} --out end.json`)).toMatch(/^5: .*No recovery runs/);

  fixture.node.mine(QUIET);
  const call = await fixture.ask<BuiltStep>(`vault call ${named} --address ${fred.address}`);
  fixture.node.submit((await fred.signTransaction(call.wcTransaction)).signedTransaction);
  fixture.node.mine();
  expect(await fixture.refusal(finish)).toMatch(/^2: .*--out/);
  expect(await fixture.refusal(`${finish} --joins ${payee.address} --out x.json`)).toMatch(/^2: .*three times/);
  expect(await fixture.refusal(`vault finish ${named} ${joins} --out x.json`)).toMatch(/^2: .*--address/);
  expect(await fixture.refusal(`${finish} --review 2 --out x.json`)).toMatch(/^2: .*--review/);
  const other = finish.replace(fred.address, gina.address);
  expect(await fixture.refusal(`${other} --out x.json`)).toMatch(/^5: .*guardian/);
  const called = fixture.node.tip.height;
  const end = await fixture.ask<Proposal & { readonly fromHeight: number }>(`${finish} --review 9 --out end.json`);
  expect(end.fromHeight).toBe(called + REVIEW);
  expect(end.requests.map(({ signer }) => signer)).toEqual([fred, ...heirs].map(({ address }) => address));
  expect((await fixture.run(`${finish} --out shown.json`)).printed).toContain(`No block before ${end.fromHeight}`);

  const [byFred, byGina, byHank, byIris] = [
    await answerOf(fred, end),
    await answerOf(gina, end),
    await answerOf(hank, end),
    await answerOf(iris, end),
  ];
  const join = (...signed: readonly string[]): string =>
    ['vault join end.json', ...signed.map((each) => `--signed ${each}`)].join(' ');
  // It takes the guardian and two, each once, and nobody else.
  for (const signed of [
    [byFred, byGina],
    [byGina, byHank, byIris],
    [byFred, byFred, byGina],
    [byFred, byGina, byHank, byIris],
  ])
    expect(await fixture.refusal(join(...signed))).toMatch(/^2: .*The guardian and two/);
  expect(await fixture.refusal(join(byFred, byGina, byGina))).toMatch(/^5: .*same signer/);
  expect(await fixture.refusal(join(byFred, byGina, '00'))).toMatch(/^2: .*not valid/);
  // Until the time to stop it is over, nodes refuse it.
  expect(await fixture.refusal(`${join(byHank, byFred, byIris)} --broadcast`)).toMatch(/^6: /);
  fixture.node.mine(REVIEW);
  await fixture.ask(`${join(byHank, byFred, byIris)} --broadcast`);
  fixture.node.mine();
  expect(await fixture.ask<ShownRoster>(`vault ${named}`)).toMatchObject({
    contractAddress: contract.address,
    signers: heirs.map(({ address }) => address),
    roster: { phase: 'active', guardianHash: binToHex(guardianHash(lockingBytecodeOf(fred.publicKeyHash))) },
  });
  const rent = await fixture.ask<Proposal>(`vault spend ${named} --to ${payee.address} --amount 1 --out rent.json`);
  await fixture.join('rent.json', rent, [iris, gina]);
  expect(await fixture.balance(payee)).toBe(COIN);
});
