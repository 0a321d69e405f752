#include "CConsole.h"

// `#embed` takes no time; array literals of this size would take the Swift compiler seconds. A new file needs its two parts.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t accounts_js[] = {
#embed "../Resources/accounts.js"
};
static const uint8_t api_js[] = {
#embed "../Resources/api.js"
};
static const uint8_t app_js[] = {
#embed "../Resources/app.js"
};
static const uint8_t asyncapi_js[] = {
#embed "../Resources/asyncapi.js"
};
static const uint8_t chart_legend_js[] = {
#embed "../Resources/chart-legend.js"
};
static const uint8_t chart_marks_js[] = {
#embed "../Resources/chart-marks.js"
};
static const uint8_t chart_scale_js[] = {
#embed "../Resources/chart-scale.js"
};
static const uint8_t chart_js[] = {
#embed "../Resources/chart.js"
};
static const uint8_t composer_js[] = {
#embed "../Resources/composer.js"
};
static const uint8_t connect_js[] = {
#embed "../Resources/connect.js"
};
static const uint8_t connections_js[] = {
#embed "../Resources/connections.js"
};
static const uint8_t console_css[] = {
#embed "../Resources/console.css"
};
static const uint8_t console_html[] = {
#embed "../Resources/console.html"
};
static const uint8_t develop_clock_js[] = {
#embed "../Resources/develop-clock.js"
};
static const uint8_t develop_data_js[] = {
#embed "../Resources/develop-data.js"
};
static const uint8_t develop_details_js[] = {
#embed "../Resources/develop-details.js"
};
static const uint8_t develop_fault_js[] = {
#embed "../Resources/develop-fault.js"
};
static const uint8_t develop_faults_js[] = {
#embed "../Resources/develop-faults.js"
};
static const uint8_t develop_model_js[] = {
#embed "../Resources/develop-model.js"
};
static const uint8_t develop_row_js[] = {
#embed "../Resources/develop-row.js"
};
static const uint8_t develop_step_js[] = {
#embed "../Resources/develop-step.js"
};
static const uint8_t develop_traffic_js[] = {
#embed "../Resources/develop-traffic.js"
};
static const uint8_t develop_js[] = {
#embed "../Resources/develop.js"
};
static const uint8_t diary_day_js[] = {
#embed "../Resources/diary-day.js"
};
static const uint8_t diary_month_js[] = {
#embed "../Resources/diary-month.js"
};
static const uint8_t diary_targets_js[] = {
#embed "../Resources/diary-targets.js"
};
static const uint8_t diary_js[] = {
#embed "../Resources/diary.js"
};
static const uint8_t dom_js[] = {
#embed "../Resources/dom.js"
};
static const uint8_t format_js[] = {
#embed "../Resources/format.js"
};
static const uint8_t frames_js[] = {
#embed "../Resources/frames.js"
};
static const uint8_t json_js[] = {
#embed "../Resources/json.js"
};
static const uint8_t live_table_js[] = {
#embed "../Resources/live-table.js"
};
static const uint8_t meter_js[] = {
#embed "../Resources/meter.js"
};
static const uint8_t operate_account_js[] = {
#embed "../Resources/operate-account.js"
};
static const uint8_t operate_accounts_js[] = {
#embed "../Resources/operate-accounts.js"
};
static const uint8_t operate_audit_js[] = {
#embed "../Resources/operate-audit.js"
};
static const uint8_t operate_backups_js[] = {
#embed "../Resources/operate-backups.js"
};
static const uint8_t operate_connections_js[] = {
#embed "../Resources/operate-connections.js"
};
static const uint8_t operate_jobs_js[] = {
#embed "../Resources/operate-jobs.js"
};
static const uint8_t operate_plots_js[] = {
#embed "../Resources/operate-plots.js"
};
static const uint8_t operate_rooms_js[] = {
#embed "../Resources/operate-rooms.js"
};
static const uint8_t operate_js[] = {
#embed "../Resources/operate.js"
};
static const uint8_t panels_css[] = {
#embed "../Resources/panels.css"
};
static const uint8_t play_chat_js[] = {
#embed "../Resources/play-chat.js"
};
static const uint8_t play_coach_js[] = {
#embed "../Resources/play-coach.js"
};
static const uint8_t play_device_js[] = {
#embed "../Resources/play-device.js"
};
static const uint8_t play_meal_card_js[] = {
#embed "../Resources/play-meal-card.js"
};
static const uint8_t play_meal_js[] = {
#embed "../Resources/play-meal.js"
};
static const uint8_t play_socket_js[] = {
#embed "../Resources/play-socket.js"
};
static const uint8_t play_sync_js[] = {
#embed "../Resources/play-sync.js"
};
static const uint8_t play_css[] = {
#embed "../Resources/play.css"
};
static const uint8_t play_js[] = {
#embed "../Resources/play.js"
};
static const uint8_t shell_css[] = {
#embed "../Resources/shell.css"
};
static const uint8_t shortcuts_js[] = {
#embed "../Resources/shortcuts.js"
};
static const uint8_t signin_js[] = {
#embed "../Resources/signin.js"
};
static const uint8_t sockets_css[] = {
#embed "../Resources/sockets.css"
};
static const uint8_t sockets_js[] = {
#embed "../Resources/sockets.js"
};
static const uint8_t widgets_js[] = {
#embed "../Resources/widgets.js"
};

#define FILE(name, content) {name, content, sizeof content}

static const struct hearth_console_file files[] = {
  FILE("accounts.js", accounts_js),
  FILE("api.js", api_js),
  FILE("app.js", app_js),
  FILE("asyncapi.js", asyncapi_js),
  FILE("chart-legend.js", chart_legend_js),
  FILE("chart-marks.js", chart_marks_js),
  FILE("chart-scale.js", chart_scale_js),
  FILE("chart.js", chart_js),
  FILE("composer.js", composer_js),
  FILE("connect.js", connect_js),
  FILE("connections.js", connections_js),
  FILE("console.css", console_css),
  FILE("console.html", console_html),
  FILE("develop-clock.js", develop_clock_js),
  FILE("develop-data.js", develop_data_js),
  FILE("develop-details.js", develop_details_js),
  FILE("develop-fault.js", develop_fault_js),
  FILE("develop-faults.js", develop_faults_js),
  FILE("develop-model.js", develop_model_js),
  FILE("develop-row.js", develop_row_js),
  FILE("develop-step.js", develop_step_js),
  FILE("develop-traffic.js", develop_traffic_js),
  FILE("develop.js", develop_js),
  FILE("diary-day.js", diary_day_js),
  FILE("diary-month.js", diary_month_js),
  FILE("diary-targets.js", diary_targets_js),
  FILE("diary.js", diary_js),
  FILE("dom.js", dom_js),
  FILE("format.js", format_js),
  FILE("frames.js", frames_js),
  FILE("json.js", json_js),
  FILE("live-table.js", live_table_js),
  FILE("meter.js", meter_js),
  FILE("operate-account.js", operate_account_js),
  FILE("operate-accounts.js", operate_accounts_js),
  FILE("operate-audit.js", operate_audit_js),
  FILE("operate-backups.js", operate_backups_js),
  FILE("operate-connections.js", operate_connections_js),
  FILE("operate-jobs.js", operate_jobs_js),
  FILE("operate-plots.js", operate_plots_js),
  FILE("operate-rooms.js", operate_rooms_js),
  FILE("operate.js", operate_js),
  FILE("panels.css", panels_css),
  FILE("play-chat.js", play_chat_js),
  FILE("play-coach.js", play_coach_js),
  FILE("play-device.js", play_device_js),
  FILE("play-meal-card.js", play_meal_card_js),
  FILE("play-meal.js", play_meal_js),
  FILE("play-socket.js", play_socket_js),
  FILE("play-sync.js", play_sync_js),
  FILE("play.css", play_css),
  FILE("play.js", play_js),
  FILE("shell.css", shell_css),
  FILE("shortcuts.js", shortcuts_js),
  FILE("signin.js", signin_js),
  FILE("sockets.css", sockets_css),
  FILE("sockets.js", sockets_js),
  FILE("widgets.js", widgets_js),
};

const struct hearth_console_file *hearth_console_files(void) { return files; }

size_t hearth_console_files_count(void) { return sizeof files / sizeof files[0]; }
