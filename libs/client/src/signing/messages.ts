import { differenceOf, ENGLISH } from '@weir/verify';
import type { Connection } from '../connection/connection.js';
import type { Review } from '../shared/review.js';
import { fundedCampaign } from './campaigns.js';
import type { Network } from './chain-reads.js';
import type { Scene } from './scene.js';

const SIGN_IN =
  /^Sign in to ([a-z0-9][a-z0-9.-]*(?::\d{1,5})?)\. Moves no coins\.\nAddress: (\S+)\nNetwork: (\S+)\nNonce: [0-9a-f]{32}\nExpires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** Whether one host is the other, or a part of its domain. Hosts beside each other may be two operators' (a.co.uk, b.co.uk). */
const isWithin = (one: string, other: string): boolean =>
  one === other || (other.includes('.') && one.endsWith(`.${other}`));

/** Whether a domain is that of this service: as it was named, or by the host of the page or of the API. */
const isOwnDomain = ({ baseUrl, signInDomain }: Connection, domain: string): boolean => {
  if (signInDomain !== undefined) return domain === signInDomain;
  const page: unknown = Reflect.get(globalThis, 'location');
  const pageUrl = typeof page === 'object' && page !== null ? String(Reflect.get(page, 'href')) : undefined;
  const hosts = [baseUrl, pageUrl].flatMap((url) =>
    url !== undefined && URL.canParse(url, pageUrl) ? [new URL(url, pageUrl).hostname] : [],
  );
  const [name = ''] = domain.split(':');
  return hosts.some((host) => isWithin(host, name) || isWithin(name, host) || (isLocal(host) && isLocal(name)));
};

/** Whether a text signs an address in to this service, and nothing else. */
export const isSignInMessage = (
  connection: Connection,
  { address, network }: { readonly address: string; readonly network: Network },
  message: string,
): boolean => {
  const [, domain, named, onNetwork] = SIGN_IN.exec(message) ?? [];
  return (
    domain !== undefined &&
    named !== undefined &&
    isOwnDomain(connection, domain) &&
    // Its checksum counts, and its prefix: nothing else fits there.
    differenceOf({ address }, { address: named }, network) === undefined &&
    onNetwork === network
  );
};

/** Returns the text that closes a campaign, from its funding on the chain, and what that does. */
export const closingMessageOf = async (
  scene: Pick<Scene, 'connection' | 'network' | 'reads'>,
  id: string,
): Promise<{ readonly message: string; readonly review: Review }> => {
  const funded = await fundedCampaign(scene, id);
  const { text } = scene.connection.reviewWords ?? ENGLISH;
  return {
    message: funded.closingMessage,
    review: {
      sentences: [text('Closes an airdrop; unclaimed money returns to its creator.')],
      rows: [
        { label: text('Airdrop'), value: funded.campaign },
        { label: text('Creator'), value: funded.creator },
      ],
      lines: [],
    },
  };
};
