import type { BrowserContext } from 'playwright-core';
import { mailSettings, startMailSink } from '@weir/testing/mail';
import { createWallet } from '@weir/wallet';
import { WITH_WALLET_CONNECT } from '../scenarios/wallet-connect.js';
import { type Fixture, startFixture } from './fixture.js';
import { pagesWith, type Shown } from './pages-table.js';
import { startPriceSource } from './price-source.js';
import { NAMES, recordsOf, type RecordsOfWallet, storeWallet, walletOfKey } from './records-of-wallet.js';

/** How far a page may move by itself, as browsers measure it. */
export const MOST_SHIFT = 0.05;
export const PHONE = 360;
/** How many records of each kind a wallet has that has many, and contacts. */
export const MANY_RECORDS = 300;
/** The keys of a wallet with records, of one without, and of one with many. */
export const [RICH, POOR, MANY] = ['44'.repeat(32), '45'.repeat(32), '46'.repeat(32)];

/** The service with records of every kind, and the console in front of it. */
export interface AllPages {
  readonly fixture: Fixture;
  readonly records: RecordsOfWallet;
  /** The pages of the wallet with records. */
  readonly pages: readonly Shown[];
  /** Stores a wallet in a browser, and a contact. */
  readonly withWallet: (context: BrowserContext, key: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the service with records of every kind, mail and a source of prices. */
export const startAllPages = async (): Promise<AllPages> => {
  const sink = await startMailSink();
  const prices = await startPriceSource();
  const fixture = await startFixture({ ...WITH_WALLET_CONNECT, ...mailSettings(sink), ...prices.settings });
  const records = await recordsOf(fixture, walletOfKey(RICH));
  return {
    fixture,
    records,
    pages: Object.values(pagesWith(records)).flat(),
    withWallet: async (context, key) => {
      const others = Array.from({ length: MANY_RECORDS - 1 }, (_, index) => ({
        name: `${NAMES.people[index % NAMES.people.length] ?? ''} ${index}`,
        address: createWallet({ privateKey: `console contact ${index}` }).address,
      }));
      const contacts = [{ name: NAMES.contact, address: records.other.address }, ...(key === MANY ? others : [])];
      await storeWallet(context, key, key === POOR ? [] : contacts);
    },
    stop: async () => {
      await fixture.stop();
      await sink.close();
      prices.close();
    },
  };
};
