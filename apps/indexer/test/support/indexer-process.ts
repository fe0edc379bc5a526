import { startServiceProcess, type ServiceProcess } from '@weir/simulation';

export interface IndexerProcess extends ServiceProcess {
  /** Whether it is the writer at present; false when it is dead. */
  isWriter(): Promise<boolean>;
}

export const startIndexerProcess = async (environment: NodeJS.ProcessEnv): Promise<IndexerProcess> => {
  const process = await startServiceProcess('indexer', environment);
  return {
    ...process,
    async isWriter() {
      const response = await fetch(`${process.url}/indexer/status`).catch(() => undefined);
      if (response?.status !== 200) return false;
      return ((await response.json()) as { writer: { isLeader: boolean } }).writer.isLeader;
    },
  };
};
