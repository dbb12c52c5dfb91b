#!/usr/bin/env bash
# Deploys a version of Daina on a machine with systemd, or returns to the previous version. Run it as root:
#
#   deploy.sh [VERSION]     a branch, tag or commit of the repository; by default its default branch
#   deploy.sh --rollback
#
# Folders in /srv/daina:
#
#   source/     the clone that versions are fetched into
#   releases/   one folder per version, with its packages
#   current     a link to the running release; the systemd unit starts it
#   previous    a link to the previous release
#
# The running release is not changed until the new one is installed and has migrated the database. Then the link is
# changed and the service is restarted; connections wait in its socket unit. After a failure, run the command again.
set -euo pipefail

# Tests and installations in other folders set these variables.
home=${DAINA_HOME:-/srv/daina}
user=${DAINA_USER:-daina}
settings=${DAINA_SETTINGS:-/etc/daina.env}
service=${DAINA_SERVICE:-daina}
timeout_s=${DAINA_TIMEOUT_S:-180}

log() { printf '%s\n' "$*"; }
fail() {
  log "$*" >&2
  exit 1
}

# Runs git in the clone as the site's user.
git_in_source() { runuser -u "$user" -- git -C "$home/source" "$@"; }

# Runs a command in a release as the site's user, with the site's settings and the release's Node.
in_release() {
  local folder=$home/releases/$1
  shift
  (
    set -a
    # shellcheck source=/dev/null
    if [[ -r $settings ]]; then . "$settings"; fi
    DATA_DIR=${DATA_DIR:-$home/data}
    HOME=$(getent passwd "$user" | cut -d: -f6)
    PATH=$folder/node_modules/.bin:$PATH
    cd "$folder"
    runuser -u "$user" -- "$@"
  )
}

# Prints the name of the release to which a link (current or previous) points, or nothing if there is no link.
read_link() { basename "$(readlink "$home/$1" || true)"; }

# Changes a link to another release in one step.
set_link() {
  ln -sfn "releases/$2" "$home/$1.new"
  mv -Tf "$home/$1.new" "$home/$1"
}

# Succeeds if the release $1 has all migrations of the release $2. Otherwise $1 cannot use the database of $2.
knows_migrations_of() {
  local file
  for file in "$home/releases/$2"/db/migrations/*.sql; do
    [[ -e $home/releases/$1/db/migrations/${file##*/} ]] || return 1
  done
}

# Installs the files and packages of a release, unless they are installed.
install_release() {
  local release=$1 commit=$2 folder=$home/releases/$1
  if [[ -e $folder/.installed ]]; then return; fi
  log "Installing $release…"
  rm -rf "$folder"
  install -d -o "$user" "$home/releases" "$folder"
  git_in_source archive --format=tar "$commit" | runuser -u "$user" -- tar -x -C "$folder"
  in_release "$release" npm ci --omit=dev --no-audit --no-fund
  touch "$folder/.installed"
}

# Starts the current release and waits until it answers API calls.
restart() {
  systemctl restart "$service.service" || return 1
  # shellcheck disable=SC2016
  in_release "$(read_link current)" node --input-type=module -e '
    const end = Date.now() + 1000 * process.argv[1]
    const url = `http://127.0.0.1:${process.env.PORT || 4321}/api/health`
    const isHealthy = () => fetch(url, { signal: AbortSignal.timeout(5000) }).then(({ ok }) => ok, () => false)
    while (!(await isHealthy())) {
      if (Date.now() > end) process.exit(1)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  ' "$timeout_s"
}

# Switches to a release and keeps the running one as `previous`.
switch_to() {
  local before
  before=$(read_link current)
  set_link current "$1"
  if [[ -n $before && $before != "$1" ]]; then set_link previous "$before"; fi
  restart
}

# Removes all releases except the current and the previous one. Keeps a release with a data folder, which is the
# default of DATA_DIR.
remove_old_releases() {
  local folder name
  for folder in "$home/releases"/*/; do
    name=$(basename "$folder")
    if [[ $name == "$(read_link current)" || $name == "$(read_link previous)" ]]; then continue; fi
    if [[ -e $folder/.data ]]; then log "$folder is kept: there is data in it."; else rm -rf "$folder"; fi
  done
}

roll_back() {
  local current previous
  current=$(read_link current)
  previous=$(read_link previous)
  if [[ -z $previous ]]; then fail "There is no release before $current."; fi
  if ! knows_migrations_of "$previous" "$current"; then
    fail "$previous cannot run any more: $current has migrated the database. Restore the backup with the version that made it."
  fi
  switch_to "$previous" || fail "$previous does not answer after $timeout_s s. See: journalctl -u $service"
  log "$previous runs again. $current is kept; the same command returns to it."
}

deploy() {
  local version=$1 commit release before
  git_in_source fetch --quiet --prune --tags origin
  commit=$(git_in_source rev-parse --verify --quiet "origin/$version^{commit}" ||
    git_in_source rev-parse --verify --quiet "$version^{commit}") ||
    fail "There is no branch, tag or commit $version in $home/source."
  release=${commit:0:12}
  before=$(read_link current)
  if [[ $release == "$before" ]] && systemctl is-active --quiet "$service.service"; then
    log "$release runs already."
    return
  fi
  install_release "$release" "$commit"
  # The first start creates the database.
  if [[ -n $before ]]; then in_release "$release" node netlify/host/migrate.ts; fi
  if switch_to "$release"; then
    log "$release runs. The old pages are served until the new ones are built: journalctl -fu $service"
    remove_old_releases
    return
  fi
  log "$release does not answer after $timeout_s s. See: journalctl -u $service" >&2
  if [[ -z $before || $before == "$release" ]]; then exit 1; fi
  if ! knows_migrations_of "$before" "$release"; then
    fail "$release has migrated the database, so $before cannot run any more. Deploy a version that works, or restore the backup with the version that made it."
  fi
  switch_to "$before" || fail "$before does not answer either."
  fail "The site is back at $before."
}

exec 9>"$home/.deploy.lock"
flock --nonblock 9 || fail "Another deploy is under way."
case ${1:-} in
  --rollback) roll_back ;;
  -*) fail "Usage: deploy.sh [VERSION] | --rollback" ;;
  *) deploy "${1:-HEAD}" ;;
esac
