#!/bin/sh
# Makes the audio fixtures of the tests. The files are kept in the repository: run this only to
# change them. README.md beside this script says what each is for.
# Needs: ffmpeg lame vorbis-tools flac opus-tools musepack-tools. Made with the versions of Debian 12.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Three clicks, peaks of a 3 kHz tone under a bell curve of 0.5 ms, in one second of silence.
click() { echo "0.5*cos(6*PI*1000*(t-$1))*exp(-((t-$1)*1400)^2)"; }
clicks="$(click 0.1)+$(click 0.45)+$(click 0.97)"
ffmpeg -v error -y -f lavfi -i "aevalsrc=$clicks:s=44100:d=1" -bitexact -c:a pcm_s16le "$work/clicks.wav"
ffmpeg -v error -y -f lavfi -i "aevalsrc=$clicks:s=48000:d=0.5" -bitexact -c:a pcm_s16le "$work/clicks48.wav"

lame --quiet -b 64 --resample 44.1 --noreplaygain "$work/clicks.wav" clicks_cbr.mp3
lame --quiet -V 6 --noreplaygain "$work/clicks.wav" clicks_vbr.mp3
lame --quiet -b 64 --resample 44.1 -t --noreplaygain "$work/clicks.wav" clicks_no_header.mp3
lame --quiet -b 48 --resample 44.1 --freeformat -t --noreplaygain "$work/clicks.wav" clicks_free.mp3
lame --quiet --resample 22.05 -b 64 --noreplaygain "$work/clicks.wav" clicks_mpeg2.mp3
flac --silent --force --no-padding --no-seektable -8 -o clicks.flac "$work/clicks.wav"
flac --silent --force --padding=16 --no-seektable -8 --ogg --serial-number=1 -o clicks.oga \
  "$work/clicks.wav"
oggenc --quiet --serial=1 -q 0 -o clicks.ogg "$work/clicks.wav"
opusenc --quiet --serial 1 --bitrate 32 "$work/clicks.wav" clicks.opus
mpcenc --silent --overwrite "$work/clicks.wav" clicks.mpc

# A chain of two streams of one format, and one whose second link has another rate.
oggenc --quiet --serial=2 -q 0 -o "$work/second.ogg" "$work/clicks.wav"
oggenc --quiet --serial=3 -q 0 -o "$work/other.ogg" "$work/clicks48.wav"
cat clicks.ogg "$work/second.ogg" >chained.ogg
opusenc --quiet --serial 6 --bitrate 32 "$work/clicks.wav" "$work/second.opus"
cat clicks.opus "$work/second.opus" >chained.opus
cat clicks.ogg "$work/other.ogg" >chained_other_rate.ogg

# 5.1: a tone on each loudspeaker, in WAVE's order, each at its own level.
levels="0.1*sin(2*PI*1000*t)|0.2*sin(2*PI*1000*t)|0.3*sin(2*PI*1000*t)"
levels="$levels|0.4*sin(2*PI*60*t)|0.5*sin(2*PI*1000*t)|0.6*sin(2*PI*1000*t)"
ffmpeg -v error -y -f lavfi -i "aevalsrc=$levels:s=48000:d=0.1:c=5.1" \
  -bitexact -c:a pcm_s16le "$work/surround.wav"
flac --silent --force --no-padding --no-seektable -8 -o surround.flac "$work/surround.wav"
oggenc --quiet --serial=4 -q 0 -o surround.ogg "$work/surround.wav"
opusenc --quiet --serial 5 --bitrate 128 "$work/surround.wav" surround.opus

# Not audio, whatever its name says.
ffmpeg -v error -y -f lavfi -i "color=c=gray:s=16x16:d=0.04" -frames:v 1 -f mjpeg picture.mp3
