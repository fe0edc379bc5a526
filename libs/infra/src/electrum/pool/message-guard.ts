/** The id the protocol client gives its first request. */
const NEGOTIATION = 'versionNegotiation';

type Message = Readonly<Record<string, unknown>>;

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const findNoticeProblem = ({ method, params }: Message): string | undefined => {
  if (typeof method !== 'string' || !Array.isArray(params))
    return 'The server sent a message that is neither answer nor notice';
  const first: unknown = params[0];
  // The client reads the height of every header notice.
  return method === 'blockchain.headers.subscribe' && !isMessage(first)
    ? 'The server sent a tip that is none'
    : undefined;
};

const findNegotiationProblem = ({ error, result }: Message, version: string): string | undefined => {
  if (isMessage(error)) return `The server refuses protocol ${version}: ${String(error['message'])}`;
  const negotiated: unknown = Array.isArray(result) ? result[1] : undefined;
  return [version, `${version}.0`].includes(String(negotiated))
    ? undefined
    : `The server speaks protocol ${String(negotiated)}, not ${version}`;
};

/** Returns why a message from a server must not reach the protocol client; undefined for a proper answer or notice. */
export const findProblem = (text: string, protocolVersion: string): string | undefined => {
  const message = parse(text);
  if (!isMessage(message)) return 'The server sent what is no message';
  if (!('id' in message)) return findNoticeProblem(message);
  if (message['id'] === NEGOTIATION) return findNegotiationProblem(message, protocolVersion);
  if (message['id'] === null) return `The server answers nothing that was asked: ${text.slice(0, 200)}`;
  return 'result' in message || isMessage(message['error']) ? undefined : 'The server sent an answer without result';
};
