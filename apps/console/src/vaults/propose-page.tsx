import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import type { Wallet } from '@weir/client';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { decimalsOf } from '../format/amount.js';
import { showFirstProblem } from '../forms/show-first-problem.js';
import { shownProblems } from '../forms/shown-problems.js';
import { toldProblems } from '../forms/told-problems.js';
import layout from '../records/layout.module.css';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { MembersOnly } from './members-only.js';
import {
  findRecords,
  heldAssets,
  idsIn,
  isAboutRecords,
  newProposalDraft,
  payoutTerms,
  proposalProblems,
  subjectOf,
  type ProposalDraft,
} from './proposal-draft.js';
import { ProposalForm } from './proposal-form.js';
import type { VaultDetail } from './vault-choices.js';
import { useVault, useVaultState } from './vault-queries.js';
import styles from './vault.module.css';

const route = getRouteApi('/vaults/$id/propose');

type Problem = { readonly problem: string };

/** Returns a function that proposes what a draft says; it gives the proposal's id, or why the records cannot be combined. */
const useProposeDraft = (vaultId: string) => {
  const { weir } = useServices();
  return async (draft: ProposalDraft, decimals: number, wallet: Wallet): Promise<{ readonly id: string } | Problem> => {
    const vault = weir.vaults.at(vaultId);
    if (!isAboutRecords(draft.aim)) return vault.propose(payoutTerms(draft, decimals), wallet);
    const read = subjectOf(draft.aim, await findRecords(idsIn(draft.records), (q) => weir.search(q, { wallet })));
    if ('problem' in read) return read;
    const reason = draft.reason.trim() === '' ? {} : { reason: draft.reason.trim() };
    return draft.aim === 'cancel' || draft.aim === 'pause' || draft.aim === 'resume'
      ? vault.proposeMove(draft.aim, read.subject, wallet, reason)
      : vault.proposeFunding(read.subject, wallet, reason);
  };
};

interface FormProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

const Form = ({ vault, connected }: FormProps) => {
  const { id } = vault;
  usePageTitle('New proposal');
  const navigate = useNavigate();
  const holdings = useVaultState(id);
  const propose = useProposeDraft(id);
  const [draft, setDraft] = useState(newProposalDraft);
  const [isSubmitted, setSubmitted] = useState(false);
  const [state, setState] = useState<{
    readonly error?: unknown;
    readonly problem?: string;
    readonly isRunning: boolean;
  }>({ isRunning: false });
  const held = holdings.data === undefined ? undefined : heldAssets(holdings.data).get(draft.asset);
  const decimals = decimalsOf(held?.of ?? 'BCH');
  const problems = proposalProblems(draft, decimals);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    const isRefused = Object.keys(problems).length > 0;
    if (isRefused) showFirstProblem(event.currentTarget);
    if (isRefused || state.isRunning) return;
    setState({ isRunning: true });
    try {
      const made = await propose(draft, decimals, connected.wallet);
      if ('problem' in made) setState({ problem: made.problem, isRunning: false });
      else await navigate({ to: '/proposals/$id', params: { id: made.id } });
    } catch (error) {
      setState({ error, isRunning: false });
    }
  };
  const shown = {
    ...shownProblems(problems, draft, isSubmitted),
    ...toldProblems(state.error),
    ...(state.problem !== undefined && { records: state.problem }),
  };
  return (
    <>
      <h1>New proposal</h1>
      <form className={layout['columns']} onSubmit={(event) => void submit(event)} noValidate>
        <div className={layout['column']}>
          <Card title={vault.name}>
            <ProposalForm
              draft={draft}
              onChange={(changed) => {
                setDraft(changed);
                setState({ isRunning: false });
              }}
              problems={shown}
              state={holdings.data}
            />
          </Card>
        </div>
        <div className={layout['column']}>
          <Card title="What happens next">
            <ol className={styles['steps']}>
              <li>The proposal is stored. Nothing is paid, and proposing costs nothing.</li>
              <li>Two of the three signers look at it and sign.</li>
              <li>One of the members sends it to the network. Its fee is paid by the vault.</li>
            </ol>
            <div className={styles['buttons']}>
              <Button type="submit" look="main" disabled={state.isRunning}>
                Propose it
              </Button>
              <Link to="/vaults/$id" params={{ id }} className={styles['back']}>
                Back to the vault
              </Link>
            </div>
            {state.isRunning && <Waiting what="Building it from what the vault holds…" />}
          </Card>
          {state.error !== undefined && <Failed error={state.error} />}
        </div>
      </form>
    </>
  );
};

/** Page that creates a proposal. */
const ProposePage = () => {
  const { id } = route.useParams();
  return (
    <MembersOnly title="Only members can propose" kind="vault" query={useVault(id)}>
      {(vault, connected) => <Form vault={vault} connected={connected} />}
    </MembersOnly>
  );
};

export default ProposePage;
