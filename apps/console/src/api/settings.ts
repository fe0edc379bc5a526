/** Settings of the page's host: `config.json` beside it. */
export interface Settings {
  /** URL of the API; empty for the page's own origin. */
  readonly apiUrl: string;
  /** URL of the API's documents, which it serves itself. */
  readonly docsUrl: string;
  /** URL of the dev kit of a local chain; null elsewhere. */
  readonly devKitUrl: string | null;
  /** Project id of WalletConnect; null disables it. */
  readonly walletConnectProjectId: string | null;
  /** URL of WalletConnect's relay; null for its makers' own. */
  readonly walletConnectRelayUrl: string | null;
  /** URL of the Nostr relay that WizardConnect uses; null disables it. */
  readonly wizardConnectRelayUrl: string | null;
  /** URL of a transaction in a block explorer, with `{hash}` for its hash. */
  readonly transactionUrl: string | null;
  /** URL of the published source, for links to contracts and proofs. */
  readonly sourceUrl: string | null;
  /** URL of the guide, or its path on this host; null where there is none. */
  readonly guideUrl: string | null;
  /** What one BCH costs, where the host knows it already: shown from the first, so that nothing moves when a newer one comes. */
  readonly price: FirstPrice | null;
}

/** A price as the API answers it, in the form of `PriceResponse`. */
export interface FirstPrice {
  readonly currency: string;
  readonly perBch: number;
  /** When it was read, Unix seconds. */
  readonly at: number;
}

/** How old a price may be, seconds: `config.json` may be one that the browser has kept. */
const PRICE_KEPT = 3_600;

const textOr = <Other>(value: unknown, other: Other): string | Other => (typeof value === 'string' ? value : other);

/** Returns a value if it is an http(s) URL, else null: links with other schemes could run scripts. */
const webUrl = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? value : null;

/** Returns a value if it is a path on the page's own host, else null. */
const ownPath = (value: unknown): string | null =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null;

/** Returns a value if it is the URL of a WebSocket server, else null. */
const socketUrl = (value: unknown): string | null =>
  typeof value === 'string' && /^wss?:\/\//.test(value) ? value : null;

/** Returns a value if it is a price of the last hour, else null. */
const freshPrice = (value: unknown): FirstPrice | null => {
  const { currency, perBch, at }: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  if (typeof currency !== 'string' || typeof perBch !== 'number' || typeof at !== 'number') return null;
  return perBch > 0 && at > Date.now() / 1_000 - PRICE_KEPT ? { currency, perBch, at } : null;
};

/** Parses the host's settings; missing ones take their defaults. */
export const settingsOf = (stored: unknown): Settings => {
  const given: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const apiUrl = textOr(given['apiUrl'], '').replace(/\/$/, '');
  return {
    apiUrl,
    docsUrl: `${webUrl(apiUrl) ?? ''}/docs`,
    devKitUrl: webUrl(given['devKitUrl'])?.replace(/\/$/, '') ?? null,
    walletConnectProjectId: textOr(given['walletConnectProjectId'], null),
    walletConnectRelayUrl: socketUrl(given['walletConnectRelayUrl']),
    wizardConnectRelayUrl: socketUrl(given['wizardConnectRelayUrl']),
    transactionUrl: webUrl(given['transactionUrl']),
    sourceUrl: webUrl(given['sourceUrl'])?.replace(/\/$/, '') ?? null,
    guideUrl: webUrl(given['guideUrl']) ?? ownPath(given['guideUrl']),
    price: freshPrice(given['price']),
  };
};

/** Reads `config.json`. @throws Error with a message for the user, where the host does not answer */
export const readSettings = async (): Promise<Settings> => {
  const answer = await fetch('/config.json', { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`config.json cannot be read: the host of this page answered ${answer.status}`);
  return settingsOf(await answer.json());
};
