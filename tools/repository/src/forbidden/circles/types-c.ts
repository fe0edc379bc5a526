export interface Leaf {
  readonly of: import('./types-a.js').Tree;
}
