import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WeirError, type WeirErrorCode } from '@weir/client';
import { setLanguage } from '../language/text.js';
import { failureOf, problemOf } from './failure-text.js';

/** The codes of the API's answers, as its document lists them. */
const codesOfApi = (): readonly WeirErrorCode[] => {
  const file = join(import.meta.dirname, '../../../../docs/api/openapi.json');
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly components: {
      readonly schemas: {
        readonly Error: { readonly properties: { readonly code: { readonly enum: readonly WeirErrorCode[] } } };
      };
    };
  };
  return components.schemas.Error.properties.code.enum;
};

/** Runs in a language whose translations are in quotes. */
const inOtherWords = (run: () => void): void => {
  setLanguage('de', (text) => `«${text}»`);
  try {
    run();
  } finally {
    setLanguage('en', () => undefined);
  }
};

describe('a failure', () => {
  it('names the amount needed and the amount available', () =>
    expect(
      failureOf(
        new WeirError('INSUFFICIENT_FUNDS', 'Too little', {
          requestId: 'r1',
          details: { neededBase: 150_000_000n, availableBase: 2_000n },
        }),
      ),
    ).toEqual({
      title: 'Not enough coins',
      meaning: 'You need 1.50 BCH, and the wallet has 0.00002 BCH to spend.',
      next: 'Pay into the wallet, then try again.',
      reference: 'r1',
    }));

  it('names the sender’s own address where only a coin of it counts', () =>
    expect(
      failureOf(
        new WeirError('INSUFFICIENT_FUNDS', 'Too little', {
          details: { wallet: 'sender', neededBase: 1n, availableBase: 0n },
        }),
      ).meaning,
    ).toBe('This needs a coin at the sender’s own address, which has none. Send a little BCH there first.'));

  it('names the block with which a notice ends', () =>
    expect(failureOf(new WeirError('NOTICE_NOT_OVER', 'Later', { details: { availableAtHeight: 812 } })).meaning).toBe(
      'It ends with block 812.',
    ));

  it('names the coin to check before a proposal is signed again, in every language', () => {
    const error = new WeirError('PROPOSAL_MAY_BE_PAID', "See which transaction spent the vault's coin ab:0");
    expect(failureOf(error).meaning).toContain('ab:0');
    inOtherWords(() => {
      const { title, meaning, detail, next } = failureOf(error);
      expect(detail).toContain('ab:0');
      for (const text of [title, meaning, next]) expect(text).toMatch(/^«.+»$/);
    });
  });

  it('says what to do next, for each error', () => {
    for (const code of [
      'WALLET_REFUSED',
      'WALLET_FAILED',
      'STATE_MOVED',
      'TX_NOT_FOUND',
      'CHAIN_UNAVAILABLE',
      'INTERNAL',
    ] as const) {
      const { title, meaning, next } = failureOf(new WeirError(code, 'The message'));
      for (const text of [title, meaning, next]) expect(text).toMatch(/\w+ \w+/);
    }
  });

  it('is in the language of the page for every code, with the service’s own sentence beside it if that says more', () =>
    inOtherWords(() => {
      const codes = codesOfApi();
      expect(codes).toContain('OVERLOADED');
      for (const code of codes) {
        const { title, meaning, next, detail } = failureOf(new WeirError(code, 'lanes must be a power of two'));
        for (const text of [title, meaning, next])
          expect([code, text]).toEqual([code, expect.stringMatching(/^«.*»$/s)]);
        expect([undefined, 'Lanes must be a power of two.']).toContain(detail);
      }
      expect(problemOf('INVALID_AMOUNT', 'totalAmount is too small')).toBe('«An amount is not valid here.»');
      expect(problemOf('LEFT_OUT', 'the row is left out')).toBe('«An entered value is not accepted.»');
    }));

  it('with a code that only a newer service has asks for a reload', () =>
    expect(failureOf(new WeirError('NEWER' as WeirErrorCode, 'The moon is full'))).toMatchObject({
      meaning: 'The moon is full.',
      next: expect.stringMatching(/^Reload the page/) as string,
    }));

  it('of a broadcast says that another transaction came first where the inputs are gone, for any words of the node', () => {
    const titleFor = (reason: string, inputsGone: boolean): string =>
      failureOf(new WeirError('BROADCAST_REJECTED', 'No', { details: { reason, inputsGone } })).title;
    expect(titleFor('txn-mempool-conflict (code 18)', true)).toBe('Another transaction came first');
    expect(titleFor('words of a node that nobody knows', true)).toBe('Another transaction came first');
    expect(titleFor('dust', false)).toBe('The network refused the transaction');
  });

  it('of a wallet quotes the wallet’s message', () =>
    expect(
      failureOf(new WeirError('WALLET_FAILED', 'The message', { cause: new Error('its battery is low') })).meaning,
    ).toMatch(/^It reports: its battery is low\. Nothing was sent/));

  it('of a field names it as the form does, and is not to be reported', () => {
    const explained = (message: string, field: string) =>
      failureOf(new WeirError('INVALID_REQUEST', message, { status: 400, requestId: 'r1', details: { field } }));
    expect(explained('totalAmount exceeds 21,000,000 BCH', 'totalAmount')).toEqual({
      title: 'This is not valid',
      meaning: 'The amount exceeds 21,000,000 BCH.',
      next: 'Change it, then try again.',
      reference: undefined,
    });
    expect(explained('cliffTimestamp must lie between startTime and endTime', 'cliffTimestamp').meaning).toBe(
      'The cliff must lie between the start and the end.',
    );
    expect(explained('recipient is an address of another network', 'recipient').meaning).toMatch(
      /^The recipient is an/,
    );
    expect(explained('The name address is taken', 'x').meaning).toBe('The name address is taken.');
  });

  it('of a page’s address says that there is no such record, and nothing for integrators', () => {
    const missing = failureOf(
      new WeirError('NOT_FOUND', 'There is no stream with this id. One is found by npm run', {}),
    );
    expect(missing.meaning).toBe('There is no stream with this id.');
    const bad = failureOf(
      new WeirError('INVALID_REQUEST', 'id must be a uuid', {
        details: { problems: [{ field: 'id', problem: 'must be a uuid' }] },
      }),
    );
    expect(bad).toMatchObject({ title: missing.title, meaning: 'The address of this page does not name one.' });
  });

  it('to load a part of the page asks for a reload', () =>
    expect(failureOf(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toMatchObject({
      title: 'A part of this page could not be loaded',
      next: expect.stringContaining('reload') as string,
    }));

  it('of an unexpected kind is explained, too', () =>
    expect(failureOf(new TypeError('x is undefined')).meaning).toBe('x is undefined.'));

  it.each([
    new ReferenceError('WebAssembly is not defined'),
    new ReferenceError("Can't find variable: WebAssembly"),
    new WeirError('WALLET_FAILED', 'No', {
      cause: new Error("WebAssembly.instantiate(): Refused: violates directive script-src 'self'"),
    }),
  ])('says what to turn on where the browser runs no WebAssembly: %s', (error) =>
    expect(failureOf(error)).toMatchObject({
      title: 'WebAssembly is turned off in this browser',
      next: expect.stringContaining('javascript.options.wasm') as string,
    }),
  );

  it('says whether a page has failed, or a part of it', () => {
    expect(failureOf(new TypeError('x'), true).title).toBe('This page failed');
    expect(failureOf(new TypeError('x')).title).toBe('This part of the page failed');
  });
});
