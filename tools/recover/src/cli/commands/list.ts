import { parseAddress, parseParty, partyParts, type Party } from '@weir/covenants';
import { HistoryHiddenError } from '@weir/infra/electrum';
import { payeeOf } from '../../actions.js';
import type { RecoverContext } from '../../chain/open-chain.js';
import { openPrices, type Prices } from '../../chain/prices.js';
import { findAmong, findByBeacons, findByHolder, type Found } from '../../find/find-by-holder.js';
import { scriptOf } from '../../find/find-targets.js';
import { type Instance, readContracts, type ScriptContracts } from '../../find/instance.js';
import { notFound, usage, wrongAddress } from '../../recover-error.js';
import { byInterest, reportContract, rolesIn, surroundings, type Reader } from '../../report/report-contract.js';
import { currencyRoles, reportCurrency } from '../../report/report-currency.js';
import type { ContractReport } from '../../report/report-two-party.js';
import { readVaultOf } from '../../vault/read-vault.js';
import type { Answer, Io, ListTask } from '../command.types.js';
import { line, reportJson, showRejected, showReport, showVault } from '../show.js';

/**
 * Parses the key hash of a party's address.
 * @throws RecoverError USAGE
 */
export const parseKey = (text: string, { network }: RecoverContext): Uint8Array => {
  const parsed = parseAddress(text, network);
  if (parsed.ok) return parsed.hash;
  const otherwise = parsed.problem === 'NOT_P2PKH' ? 'no address of a single key (P2PKH)' : 'no cash address';
  throw wrongAddress(text, network, otherwise);
};

/**
 * Parses the locking bytecode of the address asked about, a key's or a script's.
 * @throws RecoverError USAGE
 */
export const parseHolder = (text: string, { network }: RecoverContext): Party => {
  const parsed = parseParty(text, network);
  if (parsed.ok) return parsed.party;
  throw wrongAddress(text, network, 'no cash address');
};

/** Reads the contracts at the address itself, if it is a contract's. A key's address never is. */
const readOwn = async (holder: Party, context: RecoverContext): Promise<ScriptContracts[]> => {
  if (partyParts(holder)?.kind !== 'P2SH32') return [];
  const script = await readContracts(holder, [], context).catch((error: unknown) => {
    if (error instanceof HistoryHiddenError) return undefined;
    throw error;
  });
  return script === undefined || script.instances.length === 0 ? [] : [script];
};

const readCampaigns = (addresses: readonly string[], context: RecoverContext): Promise<ScriptContracts[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const script = await readContracts(scriptOf(address, context), [], context);
      if (script.instances.every(({ contract }) => contract.terms.family !== 'airdrop'))
        throw notFound(`${address} is not an airdrop of Weir's that its funding announces`);
      return script;
    }),
  );

/** Asks the chain once per script: a plan has thousands of streams, and none of them may repeat the question. */
const reportsOf = async (
  scripts: readonly ScriptContracts[],
  reader: Reader,
  context: RecoverContext,
  isShown: (instance: Instance) => boolean,
): Promise<ContractReport[]> => {
  const reports: ContractReport[] = [];
  for (const script of scripts) {
    const around = await surroundings(script, context);
    const shown = script.instances.filter(isShown);
    reports.push(...shown.map((instance) => reportContract(instance, script, reader, around)));
  }
  return reports;
};

const currencyReports = async (
  { currency }: Found,
  party: Party,
  prices: Prices,
  context: RecoverContext,
): Promise<ContractReport[]> => {
  const reports: ContractReport[] = [];
  for (const script of currency)
    for (const instance of script.instances)
      if (currencyRoles(instance, party).length > 0)
        reports.push(await reportCurrency(instance, script, party, prices, context));
  return reports;
};

const readVaults = async ({ vaults }: Found, context: RecoverContext) => {
  const read = await Promise.all(vaults.signed.map((contract) => readVaultOf(contract, context)));
  return {
    signed: read.flatMap((found) => (found === undefined ? [] : [showVault(found)])),
    unspent: vaults.unspent.map((script) => payeeOf(script, true, context.network)),
  };
};

const unspentText = (address: string): string =>
  `VAULT? ${address}\n${line('note', 'you made what looks like the first deposit of a vault; nothing was spent from it, so the chain does not show its signers and nonce: see vault')}`;

const nothingText = ({ looked }: Found): string =>
  looked === 0
    ? 'The servers show no transaction of this address. An address with very many may look so: ask other servers with --server, or look through --blocks'
    : `Nothing among ${looked} transactions makes this address a party of a contract`;

const withheldText = ({ withheld }: Found): string[] =>
  withheld === 0
    ? []
    : [
        `Of these transactions ${withheld} are shown by some of the servers only: one of them lags, or keeps something from you`,
      ];

const listOne = async (
  address: string,
  { campaigns, blocks }: ListTask,
  csv: Uint8Array | undefined,
  prices: Prices,
  context: RecoverContext,
): Promise<Answer> => {
  const party = parseHolder(address, context);
  const found = blocks === undefined ? await findByHolder(party, context) : await findByBeacons(party, blocks, context);
  const there = await readOwn(party, context);
  const named = await readCampaigns(campaigns, context);
  const own = await reportsOf(
    found.scripts,
    { party, claims: false, csv: undefined },
    context,
    (instance) => rolesIn(instance, party).length > 0,
  );
  const lying = await reportsOf(there, { party, claims: false, csv: undefined }, context, () => true);
  const claimable = await reportsOf(
    named,
    { party, claims: true, csv },
    context,
    ({ contract }) => contract.terms.family === 'airdrop',
  );
  const steps = named.flatMap(({ instances }) => instances.flatMap((each) => each.steps));
  const fromClaims = await findAmong(
    steps.map(({ transaction }) => transaction),
    party,
    context,
  );
  const locks = await reportsOf(fromClaims.scripts, { party, claims: false, csv: undefined }, context, (instance) =>
    rolesIn(instance, party).includes('recipient'),
  );
  const shown = new Set([...claimable, ...locks].map(({ funding }) => funding));
  const payments = await currencyReports(found, party, prices, context);
  const others = own.filter(({ funding }) => !shown.has(funding));
  const contracts = [...claimable, ...locks, ...lying, ...others, ...payments].sort(byInterest);
  const { rejected, looked, withheld } = found;
  const hidden = [...found.hidden, ...fromClaims.hidden];
  const vaults = await readVaults(found, context);
  const text = [
    ...(contracts.length + vaults.signed.length === 0
      ? [nothingText(found)]
      : contracts.map((each) => showReport(each, context.network))),
    ...vaults.signed.map((each) => each.text),
    ...vaults.unspent.map(unspentText),
    ...rejected.map(showRejected),
    ...hidden.map(({ contractAddress, problem }) => `NOT READ ${contractAddress}\n  ${problem}`),
    ...withheldText(found),
  ].join('\n\n');
  const json = {
    address,
    network: context.network,
    looked,
    withheld,
    contracts: contracts.map((each) => reportJson(each, context.network)),
    vaults: vaults.signed.map((each) => each.json),
    possibleVaults: vaults.unspent,
    rejected,
    hidden,
  };
  return { text, json, incomplete: hidden.length > 0 };
};

/**
 * Lists the contracts that addresses are parties of: one object for one address, `{ lists }` for several.
 * @throws RecoverError, ChainUnavailableError
 */
export const list = async (task: ListTask, context: RecoverContext, io: Io): Promise<Answer> => {
  const csv = task.whitelist === undefined ? undefined : await io.readFile(task.whitelist);
  if (csv !== undefined && task.campaigns.length !== 1)
    throw usage('--whitelist is the list of one campaign: name it with --campaign');
  const prices = openPrices(task.oracles, (path) => io.readFile(path), context);
  const answers: Answer[] = [];
  for (const address of task.addresses) answers.push(await listOne(address, task, csv, prices, context));
  const [only, ...more] = answers;
  if (only !== undefined && more.length === 0) return only;
  const text = answers.map((each, i) => `${task.addresses[i] ?? ''}\n\n${each.text}`).join('\n\n\n');
  return {
    text,
    json: { lists: answers.map(({ json }) => json) },
    incomplete: answers.some(({ incomplete }) => incomplete === true),
  };
};
