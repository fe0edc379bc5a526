import type { Network } from '@weir/covenants';
import { parseParty, sameParty, type Party } from './parties.js';

/** The party who asks for something that only some parties may see. */
export interface Viewer {
  /** Cash address. */
  readonly address: string;
  /** Whether a signature proved the address; otherwise it was only named, which counts where callers are not verified. */
  readonly isAuthenticated: boolean;
}

/** Whether the viewer is a party. */
export const isViewer = (viewer: Viewer | undefined, party: Party, network: Network): boolean =>
  viewer !== undefined && sameParty(parseParty(viewer.address, network, 'x-user-address'), party);
