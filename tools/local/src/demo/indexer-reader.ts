/** The indexer, as anybody reads it: JSON over HTTP. */
export interface IndexerReader {
  get<T>(path: string): Promise<T>;
}

export const createIndexerReader = (baseUrl: string): IndexerReader => ({
  async get<T>(path: string) {
    const response = await fetch(`${baseUrl}${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  },
});
