import { textOf } from './method.js';
import { codes, RpcError } from './rpc-message.js';

type Version = readonly [number, number, number];

const lowest: Version = [1, 4, 0];
const highest: Version = [1, 6, 0];
/** The first version whose clients count as aware of tokens: unspent lists include tokens unless a request excludes them. */
const firstTokenAware: Version = [1, 5, 0];
/** The first version in which `block.headers` answers with a list instead of one text. */
const firstHeaderList: Version = [1, 6, 0];

const parse = (text: string): Version | undefined => {
  const match = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, major, minor = '0', revision = '0'] = match;
  return [Number(major), Number(minor), Number(revision)];
};

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

const show = ([major, minor, revision]: Version): string =>
  revision === 0 ? `${major}.${minor}` : `${major}.${minor}.${revision}`;

/** The protocol version a connection speaks, and what depends on it. */
export class ProtocolVersion {
  static readonly minimum = show(lowest);
  static readonly maximum = show(highest);
  static readonly default = new ProtocolVersion(lowest);

  private constructor(private readonly version: Version) {}

  get isTokenAware(): boolean {
    return compare(this.version, firstTokenAware) >= 0;
  }

  get listsHeaders(): boolean {
    return compare(this.version, firstHeaderList) >= 0;
  }

  toString(): string {
    return show(this.version);
  }

  /**
   * Agrees on a version with a client that asks for one, or for a range given as a pair of lowest and highest.
   * @throws RpcError that disconnects, if there is none in common
   */
  static negotiate(wanted: unknown): ProtocolVersion {
    const unsupported = new RpcError(codes.badRequest, 'Unsupported protocol version', true);
    if (Array.isArray(wanted) && wanted.length === 2) {
      const texts = wanted.map(textOf);
      const [least, greatest] = texts.map(parse);
      if (least === undefined || greatest === undefined || compare(least, greatest) > 0) {
        throw new RpcError(codes.badRequest, `Bad version tuple: ${texts.join(', ')}`, true);
      }
      const version = compare(greatest, highest) < 0 ? greatest : highest;
      if (compare(version, least) < 0 || compare(version, lowest) < 0) throw unsupported;
      return new ProtocolVersion(version);
    }
    const version = parse(textOf(wanted));
    if (version === undefined || compare(version, lowest) < 0 || compare(version, highest) > 0) throw unsupported;
    return new ProtocolVersion(version);
  }
}
