import { encodeLockingBytecodeP2sh20, type Output } from '@bitauth/libauth';
import { littleEndian } from '../support/bytes.js';
import { coinNamed, payTo, purse as keyInput } from '../support/coins.js';
import { lockOf } from '../support/contract.js';
import type { Party } from '../support/parties.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import { createVault, following, signatureOf, signedBy, stateCoin, stateOutput } from '../vault/support/vault.js';
import { first, guardian, heir, landlord, newcomer, outsider, second, shop, SIGNERS, spender } from './parties.js';
import { purseScene, type PurseScene, TIP, recalledTo, withStray } from './purse-spends.js';
import {
  callPurse,
  createPurse,
  draftHome,
  draftManage,
  draftPay,
  listOf,
  OTHER_TOKEN,
  placeOf,
  type PurseAsset,
  purseCoin,
  purseOutput,
  type PurseTerms,
  tokens,
  vault,
  vaultInput,
} from './purse.js';
import {
  afterSigning,
  type Attacker,
  draftOf,
  inputOf,
  OPEN_TYPES,
  output,
  resigned,
  type Row,
  rowsAt,
  tipAfter,
  withArgs,
  withInputAt,
  withNft,
  withoutToken,
  withOutput,
} from './transactions.js';

const row = rowsAt(TIP);
const EMPTY = new Uint8Array();

/** The coin could create a category: its output index is 0. */
const asGenesis = ({ inputs: [input, ...rest], ...draft }: Draft): Draft => {
  if (input === undefined) throw new Error('A draft without inputs');
  return { ...draft, inputs: [{ ...input, coin: { ...input.coin, vout: 0 } }, ...rest] };
};

const withOutputs = (draft: Draft, outputs: readonly (Output | undefined)[]): Draft => ({
  ...draft,
  outputs: outputs.filter((each) => each !== undefined),
});

/** The key and the signature of a path: who signs, and how. */
const signingRows = (path: string, attacker: Attacker, draft: Draft): readonly Row[] => [
  ...OPEN_TYPES.map((sighash) =>
    row(
      attacker,
      `${path}: signed with type ${sighash.toString(16)}`,
      withArgs(draft, 0, (args) => resigned(args, 1, { sighash })),
    ),
  ),
  row(
    'outsider',
    `${path}: a foreign signature for the right key`,
    withArgs(draft, 0, (args) => [args[0] ?? EMPTY, { signer: outsider }, ...args.slice(2)]),
  ),
  row(
    'outsider',
    `${path}: no signature for the right key`,
    withArgs(draft, 0, (args) => [args[0] ?? EMPTY, EMPTY, ...args.slice(2)]),
  ),
  row(
    'outsider',
    `${path}: redirected after it was signed`,
    afterSigning(draft, (signed) =>
      withOutput(signed, signed.outputs.length - 1, (each) => ({ ...each, lockingBytecode: outsider.lockingBytecode })),
    ),
  ),
];

/** How much leaves, and when. */
const amountRows = ({ asset, terms, left, half, least, coin, purse, pay }: PurseScene): readonly Row[] => {
  const { limit } = terms;
  const small = asset === 'BCH' ? 2_000n : 1n;
  const debt = createPurse(terms, 0n);
  // The number -5 in 8 bytes, as scripts write it.
  const negative = Uint8Array.of(8, ...littleEndian(5n, 7), 0x80, ...debt.script.subarray(9));
  const inDebt = pay(left + 5n, { rest: 0n });
  const aged = pay(limit - 1n, { age: 504 });
  const sequenced = (sequence: number): Draft => withInputAt(aged, 0, (input) => ({ ...input, sequence }));
  return [
    row('spender', 'a unit more than is left', pay(left + 1n, { rest: 0n })),
    row('spender', 'the limit, and the next purse full', pay(limit, { rest: limit })),
    row('spender', 'a next purse with a unit more left', pay(half, { rest: left - half + 1n })),
    row('spender', 'a next purse with a unit less left', pay(half, { rest: left - half - 1n })),
    row('spender', 'a payment that does not count', pay(half, { rest: left })),
    row(
      'spender',
      'a small payment that counts as it is, so that the coin never rests',
      pay(small, { rest: left - small }),
    ),
    row('spender', 'a unit more than the limit after long rest', pay(limit + 1n, { age: 5_000, rest: 0n })),
    row('spender', 'the limits of three unused periods', pay(3n * limit, { age: 9_000, rest: 0n })),
    row('spender', 'more refilled than there is room for', pay(least, { age: 9_000, rest: limit })),
    rowsAt(tipAfter(502))('spender', 'an age that the coin reaches a block later', aged, 'lock'),
    row('spender', 'an age by a transaction of version 1', { ...aged, version: 1 }),
    row('spender', 'an age in units of time', sequenced(0x0040_0000 + 504)),
    row('spender', 'an age by a disabled lock', sequenced(0x8000_0000 + 504)),
    row('spender', 'an age by a final sequence number', sequenced(0xffff_ffff)),
    row('spender', 'a next purse in debt', {
      ...withOutput(inDebt, 0, (each) => ({ ...each, lockingBytecode: lockOf(negative) })),
      inputs: inDebt.inputs.map((input) => ({
        ...input,
        unlocking: { ...callPurse(purse, 'pay', argsOf(inDebt)), successors: [negative] },
      })),
    }),
    row(
      'spender',
      'two purses with one payment',
      withInputs(
        pay(half),
        inputOf(
          { ...coin, txid: coinNamed('a twin', coin.output).txid },
          callPurse(purse, 'pay', argsOf(pay(half))),
          0,
        ),
      ),
    ),
    row('spender', 'a coin of somebody else beside it', withInputs(pay(half), keyInput(outsider, 9_000n))),
  ];
};

const argsOf = ({ inputs: [input] }: Draft) => (input?.unlocking.kind === 'call' ? input.unlocking.args : []);
const withInputs = (draft: Draft, ...more: readonly DraftInput[]): Draft => ({
  ...draft,
  inputs: [...draft.inputs, ...more],
});

/** Whom a payment goes to. */
const payeeRows = ({ asset, terms, half, pay }: PurseScene): readonly Row[] => {
  const astray = (to: Party): Draft => pay(half, { to: to.lockingBytecode });
  const [rest, payment] = pay(half).outputs;
  return [
    ...[outsider, spender, first].map((to) => row('spender', `to the ${to.name}, who is not on the list`, astray(to))),
    row('spender', 'to the second payee at the place of the first', pay(half, { to: landlord.lockingBytecode })),
    ...[1, 2, 3, 4, 129].map((place) =>
      row(
        'spender',
        `to an outsider as payee ${place}`,
        withArgs(astray(outsider), 0, (args) => [...args.slice(0, 3), Uint8Array.of(place)]),
      ),
    ),
    row(
      'spender',
      'to a script with the hash of a payee’s key',
      withOutput(pay(half), 1, (each) => ({ ...each, lockingBytecode: encodeLockingBytecodeP2sh20(shop.hash) })),
    ),
    row(
      'spender',
      'to a list of their own',
      withArgs(astray(outsider), 0, (args) => [...args.slice(0, 2), listOf([outsider.lockingBytecode]), placeOf(0)]),
    ),
    row(
      'spender',
      'to an empty list',
      withArgs(astray(outsider), 0, (args) => [...args.slice(0, 2), EMPTY, placeOf(0)]),
    ),
    row('spender', 'to nobody', withOutputs(pay(half), [rest])),
    row('spender', 'the next purse behind the payment', withOutputs(pay(half), [payment, rest])),
    row(
      'spender',
      'a third output',
      withOutputs(pay(half), [
        rest,
        payment && { ...payment, valueSatoshis: payment.valueSatoshis - (asset === 'BCH' ? 600n : 0n) },
        payTo(outsider, 590n),
      ]),
    ),
    ...(
      [
        ['a higher limit', { limit: terms.limit * 10n }],
        ['a shorter period', { period: 1n }],
        ['no list', { payees: [] }],
        ['another list', { payees: [outsider.lockingBytecode] }],
        ['another spender', { spender: outsider }],
        ['another owner', { owner: outsider.lockingBytecode }],
        ['other signers', { signers: [outsider, heir, newcomer] }],
      ] satisfies readonly (readonly [string, Partial<PurseTerms>])[]
    ).map(([what, changed]) => {
      const draft = pay(half);
      const next = createPurse({ ...terms, ...changed }, (terms.limit * 3n) / 4n - half);
      return row(
        'spender',
        `a next purse with ${what}`,
        withOutput(draft, 0, (each) => ({ ...each, lockingBytecode: next.lockingBytecode })),
      );
    }),
    row(
      'spender',
      'everything to the payee',
      withOutput(pay(half), 0, (each) => ({ ...each, lockingBytecode: shop.lockingBytecode })),
    ),
    row(
      'spender',
      'the rest to themselves',
      withOutput(pay(half), 0, (each) => ({ ...each, lockingBytecode: spender.lockingBytecode })),
    ),
  ];
};

const bchRows = ({ terms, half, coin, pay }: PurseScene): readonly Row[] => {
  const fee = (satoshis: bigint): Draft => pay(half, { fee: satoshis });
  return [
    row('miner', 'a fee of 1,501 satoshis', fee(1_501n)),
    row('miner', 'everything that is left as the fee', fee(half - 1_000n)),
    row('spender', 'a coin with tokens', pay(half, { coin: withStray(coin, tokens(5n)) })),
    row(
      'spender',
      'tokens made here on the next purse',
      asGenesis(withOutput(pay(half), 0, (each) => ({ ...each, token: tokens(3n, coin.txid) }))),
    ),
    row(
      'spender',
      'the fee of a payment of nothing',
      draftOf(pay(2_000n).inputs, [
        purseOutput(createPurse(terms, (terms.limit * 3n) / 4n - terms.limit / 64n), 4n * terms.limit - 2_000n),
        output(shop.lockingBytecode, 0n),
      ]),
    ),
  ];
};

const tokenRows = ({ half, left, held, coin, purse, pay }: PurseScene): readonly Row[] => {
  const good = pay(half);
  const foreign = (amount: bigint) => ({ category: coin.txid, amount });
  const other = withStray(coin, tokens(held, OTHER_TOKEN));
  const mutable = withStray(coin, { ...tokens(held), nft: { capability: 'mutable', commitment: Uint8Array.of(1) } });
  return [
    row(
      'spender',
      'units that stay exchanged for others made here',
      asGenesis(withOutput(good, 0, (each) => ({ ...each, token: foreign(held - half) }))),
    ),
    row(
      'spender',
      'units paid exchanged for others made here',
      asGenesis(withOutput(good, 1, (each) => ({ ...each, token: foreign(half) }))),
    ),
    row(
      'spender',
      'a unit burned',
      withOutput(good, 1, (each) => ({ ...each, token: tokens(half - 1n) })),
    ),
    row('spender', 'all units that stay burned', withOutput(good, 0, withoutToken)),
    row('spender', 'a payment without tokens', withOutput(pay(0n), 1, withoutToken)),
    row(
      'spender',
      'a purse of another token, which stays',
      withOutput(
        withOutput(pay(half, { coin: other }), 0, (each) => ({ ...each, token: tokens(held - half, OTHER_TOKEN) })),
        1,
        withoutToken,
      ),
    ),
    row('spender', 'a purse of another token, paid in it', {
      ...pay(half, { coin: other }),
      outputs: good.outputs.map((each) => ({ ...each, token: tokens(each.token?.amount ?? 0n, OTHER_TOKEN) })),
    }),
    row('spender', 'a coin with a mutable NFT, which lets them make NFTs', pay(half, { coin: mutable })),
    row(
      'spender',
      'a mutable NFT of the category to the payee',
      withOutput(pay(half, { coin: mutable }), 1, (each) => withNft(each, Uint8Array.of(1))),
    ),
    row(
      'spender',
      'satoshis above what a payment may take',
      withOutput(good, 0, (each) => ({ ...each, valueSatoshis: each.valueSatoshis - 501n })),
    ),
    row(
      'spender',
      'satoshis below what must stay',
      draftPay({ purse, coin: purseCoin(purse, held, 4_800n), spent: left }),
    ),
  ];
};

const homeRows = ({ asset, held, coin, purse }: PurseScene): readonly Row[] => {
  const home = (signer: Party = second, from: Coin = coin): Draft => draftHome(purse, from, signer);
  const category = asset === 'BCH' ? OTHER_TOKEN : tokens(1n).category;
  const stray = withStray(coin, { category, amount: held });
  const art = withStray(coin, {
    category,
    amount: held,
    nft: { capability: 'mutable', commitment: Uint8Array.of(1, 2) },
  });
  const [sent] = home().outputs;
  return [
    row('spender', 'home by the spender', home(spender)),
    ...[guardian, outsider, newcomer].map((who) => row('outsider', `home by the ${who.name}`, home(who))),
    row(
      'one signer',
      'home to themselves',
      withOutput(home(), 0, (each) => ({ ...each, lockingBytecode: second.lockingBytecode })),
    ),
    row('one signer', 'home with a fee of 2,001 satoshis', draftHome(purse, coin, second, 2_001n)),
    row(
      'one signer',
      'home behind another output',
      withOutputs(home(), [payTo(second, 600n), sent && { ...sent, valueSatoshis: sent.valueSatoshis - 600n }]),
    ),
    row(
      'one signer',
      'home of two purses with one output',
      withInputs(
        home(),
        inputOf(coinNamed('another purse', coin.output), callPurse(purse, 'home', signatureOf(second))),
      ),
    ),
    row('one signer', 'home beside a coin of their own', withInputs(home(), keyInput(second, 9_000n))),
    row(
      'one signer',
      'home with a unit of its tokens less',
      withOutput(home(second, stray), 0, (each) => ({ ...each, token: { category, amount: held - 1n } })),
    ),
    row('one signer', 'home without its tokens', withOutput(home(second, stray), 0, withoutToken)),
    row(
      'one signer',
      'home with its NFT rewritten',
      withOutput(home(second, art), 0, (each) => withNft(each, Uint8Array.of(1, 3))),
    ),
    row(
      'one signer',
      'home with its NFT made immutable',
      withOutput(home(second, art), 0, (each) => withNft(each, Uint8Array.of(1, 2), 'none')),
    ),
    row(
      'one signer',
      'home with its tokens exchanged for others made here',
      asGenesis(
        withOutput(home(second, stray), 0, (each) => ({ ...each, token: { category: stray.txid, amount: held } })),
      ),
    ),
    ...signingRows('home', 'one signer', home()),
  ];
};

const manageRows = ({ coin, purse, pay, half }: PurseScene): readonly Row[] => {
  const mine =
    (party: Party) =>
    (satoshis: bigint): readonly Output[] => [
      payTo(party, 600n),
      { ...coin.output, lockingBytecode: party.lockingBytecode, valueSatoshis: satoshis - 600n },
    ];
  const other = createVault('another treasury', [outsider, heir, newcomer]);
  const otherLead = inputOf(stateCoin(other, 7, 90_000n), signedBy(other, [outsider, heir]));
  const itself = inputOf(coin, callPurse(purse, 'manage'));
  const deposit = inputOf(coinNamed('deposit of the owner', output(vault.lockingBytecode, 90_000n)), following(vault));
  return [
    ...[first, spender, guardian, outsider].map((who) =>
      row(
        who === first ? 'one signer' : who === spender ? 'spender' : 'outsider',
        `managed behind a coin of the ${who.name}`,
        draftManage(purse, coin, keyInput(who, 90_000n), mine(who)),
      ),
    ),
    ...SIGNERS.map((signer) =>
      row(
        'one signer',
        `managed behind the owner by the ${signer.name} twice`,
        draftManage(purse, coin, vaultInput([signer, signer]), recalledTo(coin, signer.lockingBytecode)),
      ),
    ),
    row(
      'outsider',
      'managed behind another treasury',
      draftManage(purse, coin, otherLead, (satoshis) => [
        stateOutput(other, 8, 50_000n),
        ...mine(outsider)(satoshis - 50_000n),
      ]),
    ),
    row('outsider', 'managed alone', draftOf([itself], mine(outsider)(coin.output.valueSatoshis - 2_000n))),
    row(
      'outsider',
      'managed with the owner behind it',
      draftOf([keyInput(outsider, 9_000n), vaultInput(), itself], mine(outsider)(coin.output.valueSatoshis)),
    ),
    row(
      'outsider',
      'managed behind a deposit of the owner that follows nothing',
      draftManage(purse, coin, deposit, mine(outsider)),
    ),
    row(
      'spender',
      'a payment by the path of the owner',
      withInputAt(pay(half), 0, (input) => ({ ...input, unlocking: callPurse(purse, 'manage') })),
    ),
  ];
};

/** Everything that a purse must refuse. */
export const purseRows = (asset: PurseAsset): readonly Row[] => {
  const scene = purseScene(asset);
  const { half, pay } = scene;
  return [
    ...[...SIGNERS, guardian, outsider].map((signer) =>
      row(signer === outsider ? 'outsider' : 'one signer', `a payment by the ${signer.name}`, pay(half, { signer })),
    ),
    ...signingRows('payment', 'spender', pay(half)),
    ...amountRows(scene),
    ...payeeRows(scene),
    ...(asset === 'BCH' ? bchRows(scene) : tokenRows(scene)),
    ...homeRows(scene),
    ...manageRows(scene),
  ];
};
