import type { ListProgress } from '@weir/client';
import { Progress } from '../../ui/progress.js';
import { Waiting } from '../../ui/states.js';

/** Shows the progress of uploading a list, and then that the service builds its Merkle tree. */
export const Uploading = ({ progress }: { readonly progress: ListProgress | undefined }) => {
  if (progress === undefined) return <Waiting what="Storing the terms…" />;
  const { sent, size } = progress;
  return sent < size ? (
    <div>
      <Progress percent={(sent / size) * 100} what="Sending the list" />
      <Waiting what="Sending the list…" />
    </div>
  ) : (
    <Waiting what="The service has the list, and works out its proofs…" />
  );
};
