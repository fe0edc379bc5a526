/** A package that others install, and how it is tried there. */
export interface PublicPackage {
  readonly name: string;
  readonly folder: string;
  /** An expression that uses it, where its exports are in `all`. */
  readonly use: string;
  readonly gives: string;
  /** Whether `require` can load it: not where a dependency awaits something at its top (libauth its WebAssembly). */
  readonly isSync: boolean;
  /** Further entry points, and something that each exports. */
  readonly entries?: Readonly<Record<string, string>>;
}

const schedule = '{ total: 100000000n, start: 1700000000n, end: 1731536000n, cliff: 0n, step: 0n }';
const party = (byte: number) => `all.lockingBytecodeOf(new Uint8Array(20).fill(${byte}))`;
const group = "{ kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 }";
const stream = `{ kind: 'VESTING', recipient: ${party(2)}, total: 100000000n, start: 1700000000n, end: 1731536000n, group: ${group} }`;
const plan = `{ product: 'VESTING_BCH', sender: ${party(1)}, nonce: new Uint8Array(16), fee: 620n, floor: 1_020n, cancelFills: 17n, delay: 1_008, streams: [${stream}] }`;
const terms = '{ amountPerPeriod: 50000n, interval: all.INTERVAL_SECONDS.MONTHLY, start: 1700000000n }';
const csv = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a,0.5';
const rules = "{ readAddress: all.cashAddresses('bitcoincash'), unit: all.IN_BCH, minAmount: 546n }";

/** Everything that is published: nothing of it may need a package that is not. */
export const PUBLIC_PACKAGES: readonly PublicPackage[] = [
  {
    name: 'client',
    folder: 'libs/client',
    use: "all.createWeir({ baseUrl: 'http://127.0.0.1' }).streams.at('1').id",
    gives: '1',
    isSync: true,
    entries: { 'wallet-connect': 'walletOfSession', paytaca: 'paytacaWallet' },
  },
  {
    name: 'vesting',
    folder: 'libs/vesting',
    use: `all.vestedAmount(${schedule}, 1715768000n).toString()`,
    gives: '50000000',
    isSync: true,
  },
  {
    name: 'payments',
    folder: 'libs/payments',
    use: `all.fundedTotal(all.paymentPlan(${terms}).plan).toString()`,
    gives: '600000',
    isSync: true,
    entries: { oracle: 'isSignedMessage' },
  },
  {
    name: 'calendar',
    folder: 'libs/calendar',
    use: 'all.dueDate(336n, 31n, { time: 0n, utcOffset: 0n }).toString()',
    gives: '1806451200',
    isSync: true,
    entries: { ocf: 'importGrants' },
  },
  {
    name: 'kinds',
    folder: 'libs/kinds',
    use: 'String(all.INTERVALS.MONTHLY)',
    gives: '2592000',
    isSync: true,
  },
  {
    name: 'merkle',
    folder: 'libs/merkle',
    use: `String(all.readWhitelistCsv([new TextEncoder().encode(${JSON.stringify(csv)})], ${rules}).total)`,
    gives: '50000000',
    isSync: true,
    entries: {
      worker: 'buildWhitelistTree',
      amounts: 'readAmount',
      addresses: 'explainAddress',
      cells: 'guardedCell',
      times: 'readTime',
      lists: 'readTable',
    },
  },
  {
    name: 'contracts',
    folder: 'contracts',
    use: 'all.planVestingBchArtifact.contractName',
    gives: 'PlanVestingBch',
    isSync: false,
  },
  {
    name: 'verify',
    folder: 'libs/verify',
    use: "new all.Difference('FEE_TOO_HIGH', 'too high').code",
    gives: 'FEE_TOO_HIGH',
    isSync: false,
  },
  {
    name: 'wallet',
    folder: 'libs/wallet',
    use: "all.createWallet({ privateKey: 'alice' }).address.slice(0, 8)",
    gives: 'bchtest:',
    isSync: false,
  },
  {
    name: 'covenants',
    folder: 'libs/covenants',
    use: `all.layOutPlan(${plan}, 'chipnet').parts[0].contracts[0].address.slice(0, 9)`,
    gives: 'bchtest:r',
    isSync: false,
    entries: {
      chain: 'parseParty',
      plan: 'layOutPlan',
      vault: 'createVaultContract',
      purse: 'createPurseContract',
      roster: 'createRosterContract',
      lock: 'findLockFunding',
      airdrop: 'createAirdropContract',
      currency: 'findCurrencyFunding',
      calendar: 'findCalendarFunding',
    },
  },
];
