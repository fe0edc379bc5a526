import type { ListProgress } from '@weir/client';
import { Progress } from '../../ui/progress.js';
import { Waiting } from '../../ui/states.js';

/** How far a list is that is being sent; then the service builds its tree. */
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
