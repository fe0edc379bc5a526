import { isWeirError, type AirdropHandle } from '@weir/client';
import { campaignTerms, DAY, listTerms } from '@weir/lives';
import { createWallet, type Wallet } from '@weir/wallet';
import {
  amountOf,
  balanceOf,
  bch,
  chainTime,
  type Fixture,
  openWallet,
  passDays,
  showHash,
  tokensOf,
} from './fixture.js';
import { issueNamedToken } from './streams.js';

const RECIPIENTS = 240;
const CLAIMERS = 12;
const SHARE = 100_000n;
/** Base units of a token. */
const VESTED_ROW = 100_000n;

/** Signs and confirms the funding of a campaign. */
const fund = async (fixture: Fixture, creator: Wallet, handle: AirdropHandle): Promise<void> => {
  const { say } = fixture;
  say.step('The creator signs the funding, all lanes at once, and the API verifies it');
  const { campaign } = await handle.fund(creator, { onProgress: showHash(fixture) });
  say.fact('status', `${campaign.status}, ${campaign.lanes} ${campaign.lanes === 1 ? 'lane' : 'lanes'}`);
};

/**
 * An airdrop for a list of a few hundred: some claim at the same time without owning any BCH, and the rest returns to
 * the creator.
 */
export const listedAirdrop = async (fixture: Fixture): Promise<void> => {
  const { weir, say } = fixture;
  say.chapter(`An airdrop for a list of ${RECIPIENTS}, claimed by ${CLAIMERS} wallets at once that own no BCH`);
  const creator = await openWallet(fixture, 'Creator', 1_000_000_000n);
  const recipients = Array.from({ length: RECIPIENTS }, (_, row) =>
    createWallet({ privateKey: `weir demo listed ${row} ${Date.now()}` }),
  );
  const campaign = await weir.airdrops.create(
    listTerms(await chainTime(fixture), { title: 'Early supporters', totalAmount: 1 }),
    creator,
  );
  const { merkleRoot } = await campaign.generateList(
    recipients.map(({ address }) => ({ address, amount: SHARE })),
    creator,
  );
  say.step(`The creator creates ${campaign.record.campaign_id} and sends the list`);
  say.fact('merkle root', merkleRoot);
  await fund(fixture, creator, campaign);

  const claimers = recipients.slice(0, CLAIMERS);
  await Promise.all(claimers.map(({ address }) => campaign.claim(address)));
  const balances = await Promise.all(claimers.map(({ address }) => balanceOf(fixture, address)));
  say.step('They claim at once; the campaign pays the fees and nobody signs');
  say.fact('each received', bch(balances[0] ?? 0n));
  if (balances.some((balance) => balance !== SHARE)) throw new Error('Each should have been paid exactly once');

  const closed = await campaign.close(creator);
  say.step('The creator signs one message, and all lanes are closed in their present state');
  say.fact('status', `${closed.campaign.status} after ${closed.campaign.claimed_count} claims`);
};

/** A public campaign whose contract refuses an address's second claim. */
export const openAirdrop = async (fixture: Fixture): Promise<void> => {
  const { weir, say } = fixture;
  say.chapter('An airdrop for everybody, once each: a second claim is refused');
  const creator = await openWallet(fixture, 'Creator', 1_000_000_000n);
  const claimer = await openWallet(fixture, 'Claimer', 0n);
  const campaign = await weir.airdrops.create(campaignTerms(await chainTime(fixture)), creator);
  await fund(fixture, creator, campaign);
  await campaign.claim(claimer);
  say.step('The claimer signs; the contract counts the claim');
  say.fact('received', bch(await balanceOf(fixture, claimer.address)));
  const refusal = await campaign.claim(claimer).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isWeirError(refusal, 'CLAIM_LIMIT_REACHED')) throw new Error('A second claim should be refused');
  say.step('A second claim is refused');
  say.fact('answer', refusal.message);
};

/** An airdrop of tokens whose claims pay locks: half has unlocked after half of the time, and all at the end. */
export const vestedAirdrop = async (fixture: Fixture): Promise<void> => {
  const { weir, control, say } = fixture;
  say.chapter('An airdrop of tokens whose claims unlock over ten days');
  const creator = await openWallet(fixture, 'Creator', 1_000_000_000n);
  const claimer = await openWallet(fixture, 'Claimer', 0n);
  const category = await issueNamedToken(fixture, creator.address, 2n * VESTED_ROW);
  await control.mine();
  const startTime = await chainTime(fixture);
  const vesting = { streamType: 'LINEAR', startTime, endTime: startTime + 10 * DAY } as const;
  const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category } as const;
  const terms = { ...asset, title: 'Contributors', totalAmount: 2n * VESTED_ROW, requireKyc: true, vesting };
  const campaign = await weir.airdrops.create(terms, creator);
  await campaign.generateList(
    [claimer, creator].map(({ address }) => ({ address, amount: VESTED_ROW })),
    creator,
  );
  await fund(fixture, creator, campaign);
  await campaign.claim(claimer.address);
  const [lock] = (await weir.streams.page({ contract: 'LOCK', recipient: claimer.address })).streams;
  if (lock === undefined) throw new Error('The claim should open a lock');
  say.step('The claim needs no signature, and opens a lock that nobody can cancel');
  say.fact('lock', `${lock.stream_id} of ${amountOf(lock.total_amount_base, lock)}`);
  await passDays(fixture, 5);
  const { stream: half } = await weir.streams.at(lock.id).get();
  say.step('Five days later half of it has unlocked, and the rest has not');
  say.fact('claimable', amountOf(half.claimable_amount_base, lock));
  await passDays(fixture, 6);
  const { stream: ended } = await weir.streams.at(lock.id).claim(claimer);
  const held = await tokensOf(fixture, claimer.address, category);
  say.step('After all ten the claimer, who owns no BCH, takes everything');
  say.fact('holds', `${held.toLocaleString('en')} tokens, the lock is ${ended.status}`);
  if (held !== VESTED_ROW) throw new Error(`The claimer should have ${VESTED_ROW} tokens, and has ${held}`);
};
