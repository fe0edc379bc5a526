import type { Stream } from '@weir/client';

export const StreamActions = ({ stream }: { readonly stream: Stream }) => <p>{stream.status}</p>;
