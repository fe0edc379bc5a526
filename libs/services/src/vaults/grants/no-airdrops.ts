import { ServiceError } from '../../shared/service-error.js';

/**
 * Why no vault opens or closes an airdrop: what is not claimed returns to the creator's key, by that key's signature, as the
 * campaign's contract says. A vault has none, so that its money would be in the hands of one member.
 */
export const noAirdrops = (): ServiceError =>
  new ServiceError(
    'INVALID_REQUEST',
    "A vault cannot hold an airdrop: the campaign's contract returns what is not claimed to one key. Open a stream for each recipient instead, or pay a member, by a spend, who creates the campaign",
    { field: 'kind', kind: 'airdrop' },
  );
