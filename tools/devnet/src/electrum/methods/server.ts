import type { MethodTable } from '../rpc/method.js';
import { ProtocolVersion } from '../rpc/protocol-version.js';
import { badRequest } from '../rpc/rpc-message.js';
import type { CallContext, Services } from '../services.js';

const serverVersion = 'Fulcrum 2.1.1';
const donationAddress = 'bitcoincash:qplw0d304x9fshz420lkvys2jxup38m9symky6k028';

const features = ({ address, node }: Services): Record<string, unknown> => ({
  cashtokens: true,
  dsproof: false,
  genesis_hash: node.blockAt(0)?.hash,
  hash_function: 'sha256',
  hosts: { [address.host]: { tcp_port: address.tcpPort } },
  protocol_max: ProtocolVersion.maximum,
  protocol_min: ProtocolVersion.minimum,
  pruning: null,
  server_version: serverVersion,
});

const version = ({ session }: CallContext, params: readonly unknown[]): string[] => {
  if (session.hasNegotiated) throw badRequest('server.version already sent');
  session.version = params.length > 1 ? ProtocolVersion.negotiate(params[1]) : ProtocolVersion.default;
  session.hasNegotiated = true;
  return [serverVersion, session.version.toString()];
};

export const serverMethods: MethodTable<CallContext> = {
  'server.add_peer': { min: 1, max: 1, handle: () => false },
  'server.banner': { min: 0, max: 0, handle: () => `Connected to a ${serverVersion} server` },
  'server.donation_address': { min: 0, max: 0, handle: () => donationAddress },
  'server.features': { min: 0, max: 0, handle: ({ services }) => features(services) },
  'server.peers.subscribe': { min: 0, max: 0, handle: () => [] },
  'server.ping': { min: 0, max: 0, handle: () => null },
  'server.version': { min: 0, max: 3, handle: version },
};
