import type { ActivityRow, ListActivityResponse } from '@weir/api-contract';
import type { ActivitiesPage, ActivityView } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentPercentage } from '../shared/present-percentage.js';

/** Presents a record of any product as a row of the explorer. */
export const presentActivity = (activity: ActivityView): ActivityRow => ({
  activity_type: activity.activity,
  id: activity.id,
  stream_id: activity.displayId,
  sender: activity.sender,
  recipient: activity.recipient,
  token_type: activity.tokenType,
  token_category: activity.tokenCategory,
  total_amount: presentAmount(activity.totalAmount, activity.tokenType),
  total_amount_base: activity.totalAmount.toString(),
  vested_amount: presentAmount(activity.vestedAmount, activity.tokenType),
  vested_amount_base: activity.vestedAmount.toString(),
  progress_percentage: presentPercentage(activity.progress.part, activity.progress.whole),
  stream_type: activity.streamType,
  status: activity.status,
  created_at: activity.createdAt,
});

const presentStats = ({
  totalVolume,
  pendingVolume,
  volumeByToken,
  activeCount,
  completedCount,
  totalCount,
}: ActivitiesPage['stats']): ListActivityResponse['stats'] => ({
  totalVolume: presentAmount(totalVolume),
  totalVolumeBase: totalVolume.toString(),
  pendingVolume: presentAmount(pendingVolume),
  pendingVolumeBase: pendingVolume.toString(),
  volumeByToken: volumeByToken.map(({ tokenCategory, volume, pendingVolume: pending }) => ({
    tokenCategory,
    amount: presentAmount(volume, 'FUNGIBLE_TOKEN'),
    amountBase: volume.toString(),
    pendingAmount: presentAmount(pending, 'FUNGIBLE_TOKEN'),
    pendingAmountBase: pending.toString(),
  })),
  activeCount,
  completedCount,
  totalCount,
});

/** Presents a page of the explorer under the field name that clients know. */
export const presentActivitiesPage = ({
  activities,
  stats,
  nextCursor,
  asOf,
}: ActivitiesPage): ListActivityResponse => ({
  success: true,
  streams: activities.map(presentActivity),
  stats: presentStats(stats),
  nextCursor,
  asOf,
});
